import { useCallback, useEffect, useState } from "react";
import { spoken } from "./notices";

/** Everything that was said aloud on a page, to be read again; the newest first. */

export type Spoken = { id: number; text: string; asked?: string };

const KEPT = 60;

export function useTranscript(): { lines: readonly Spoken[]; forget: () => void } {
  const [lines, setLines] = useState<readonly Spoken[]>([]);
  useEffect(() => {
    let heard = spoken.get().at(-1)?.id ?? 0;
    return spoken.subscribe(() => {
      const news = spoken.get().filter(({ id }) => id > heard);
      heard = news.at(-1)?.id ?? heard;
      if (news.length) setLines((before) => [...[...news].reverse(), ...before].slice(0, KEPT));
    });
  }, []);
  /** Answers were for the eyes and ears of who asked: the next person at this screen gets none. */
  const forget = useCallback(() => {
    spoken.set(spoken.get().filter(({ asked }) => asked === undefined));
    setLines((before) => before.filter(({ asked }) => asked === undefined));
  }, []);
  return { lines, forget };
}
