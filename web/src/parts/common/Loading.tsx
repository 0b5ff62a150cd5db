import { IS_SITE } from "../../base";
import { arrival, isOpening } from "../../house/arrival";
import { t } from "../../i18n";
import { useStore } from "../../state/store";

/** In place of a page, or of a part of one, that is on its way. */

type LoadingProps = {
  /** What the page is called, where that is known before it is there. */
  title?: string | undefined;
  /** What takes its time, if it is not the way alone. */
  doing?: string | undefined;
  /** Whether it stands in a page that is there already. */
  within?: boolean;
};

export function Loading({ title, doing, within = false }: LoadingProps) {
  const words = useWaitingWords();
  const waiting = (
    <p className={within || title ? "loading muted" : "page loading muted"} role="status">
      {words ?? doing ?? t("loading")}
    </p>
  );
  if (!title) return waiting;
  return (
    <div className="page narrow">
      <h1>{title}</h1>
      {waiting}
    </div>
  );
}

/** Where the house is in the page, it takes seconds to come, and one is told what one waits for. */
function useWaitingWords(): string | null {
  const arrived = useStore(arrival);
  if (!IS_SITE || arrived.isReady) return null;
  return t(isOpening(arrived) ? "site.opening" : "site.page");
}
