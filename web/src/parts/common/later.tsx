import { type ComponentType, type RefObject, useEffect, useRef, useState } from "react";
import { complain } from "../../state/notices";
import { part } from "../../state/parts";

/**
 * Parts that are fetched when they are first shown, or ahead, when somebody is about to want them.
 * Until then nothing is shown. They do without Suspense, which holds back for 300 ms what comes after
 * a fallback; and a part that does not come is told, and leaves the page as it is.
 */

type Later<P> = ComponentType<P> & { ahead: () => void };
type Source<P> = { found: ComponentType<P> | null; fetch: () => Promise<ComponentType<P>> };

export function later<P extends object>(load: () => Promise<ComponentType<P>>): Later<P> {
  const source: Source<P> = {
    found: null,
    fetch: async () => {
      source.found = await load();
      return source.found;
    },
  };
  // Who only came near has lost nothing if it does not come.
  const ahead = () => void source.fetch().catch(() => undefined);
  return Object.assign((props: P) => <Fetched source={source} props={props} />, { ahead });
}

/** Escape means what is still on its way as well: it does not open any more. */
function useChangedMind(waits: boolean, close: RefObject<(() => void) | undefined>): void {
  useEffect(() => {
    if (!waits) return;
    const keys = ({ key }: KeyboardEvent) => {
      if (key === "Escape") close.current?.();
    };
    window.addEventListener("keydown", keys);
    return () => window.removeEventListener("keydown", keys);
  }, [waits, close]);
}

type FetchedProps<P> = { source: Source<P>; props: P & { onClose?: () => void } };

function Fetched<P extends object>({ source, props }: FetchedProps<P>) {
  const [Part, setPart] = useState(() => source.found);
  const close = useRef(props.onClose);
  close.current = props.onClose;
  useEffect(() => {
    if (Part) return;
    let gone = false;
    part(source.fetch).then(
      (Loaded) => gone || setPart(() => Loaded),
      (error) => {
        if (gone) return;
        complain(error);
        close.current?.();
      },
    );
    return () => {
      gone = true;
    };
  }, [Part, source]);
  useChangedMind(Part === null, close);
  return Part && <Part {...props} />;
}
