import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { t } from "../../i18n";

/**
 * What is said and asked under the board. A question and its buttons are never cut: where they need
 * more than the line's place, it grows over the lower edge of the board, which keeps its size.
 */

export function PlayLine({ children }: { children: ReactNode }) {
  const line = useRef<HTMLDivElement>(null);
  const { scrolls, more, grow, full } = useRest(line);
  const on = () => line.current?.scrollBy({ top: line.current.clientHeight / 2 });
  return (
    <div
      ref={line}
      className={`play-line${grow ? " line-grown" : ""}${full ? " line-full" : ""}`}
      style={{ "--grow": `${grow}px` } as CSSProperties}
      // What scrolls is scrolled by the keyboard, too.
      {...(scrolls && { role: "group", "aria-label": t("play.line"), tabIndex: 0 })}
    >
      {children}
      {more && (
        <span className="line-more" aria-hidden="true">
          <button type="button" tabIndex={-1} onClick={on}>
            {t("play.more")} ⌄
          </button>
        </span>
      )}
    </div>
  );
}

/** Pixels; less than that is no line. */
const SLACK = 6;
/** Pixels that one line of what happened needs below what is asked. */
const ONE_LINE = 24;
/** How much of the board's height a question may cover. */
const MOST = 0.5;
const NOTHING = { scrolls: false, more: false, grow: 0, full: false };
type Rest = typeof NOTHING;
type Sizes = Pick<HTMLElement, "scrollHeight" | "clientHeight" | "scrollTop">;

/** Whether there is more than fits, and whether some of it is still to come below. */
export function restOf({ scrollHeight, clientHeight, scrollTop }: Sizes) {
  const out = scrollHeight - clientHeight;
  return { scrolls: out > SLACK, more: out - scrollTop > SLACK };
}

/** By how much the line grows for what is asked, and whether that leaves no room for anything else. */
export function growthOf(asked: number, place: number, board: number) {
  const grow = Math.max(0, Math.min(Math.ceil(asked - place), Math.floor(board * MOST)));
  return { grow, full: asked + ONE_LINE > place };
}

/** Where the last of some children ends, in a box that may be scrolled. */
function endOf(box: HTMLElement, without: string): number {
  const top = box.getBoundingClientRect().top - box.scrollTop;
  const ends = [...box.children]
    .filter((child) => !child.matches(without) && child.getClientRects().length)
    .map((child) => child.getBoundingClientRect().bottom - top);
  return Math.max(0, ...ends) + Number.parseFloat(getComputedStyle(box).paddingBottom);
}

function measured(box: HTMLElement): Rest {
  const { marginTop } = getComputedStyle(box);
  // What it has grown by already; nothing where it has a column of its own.
  const grown = Math.max(0, -Number.parseFloat(marginTop));
  const board = box.previousElementSibling?.clientHeight ?? 0;
  // The sign that there is more is nothing more itself.
  const scrollHeight = endOf(box, ".line-more");
  const { clientHeight, scrollTop } = box;
  // What happened is told by the list of moves as well: it can wait.
  const asked = endOf(box, ".events, .line-more");
  return {
    ...restOf({ scrollHeight, clientHeight, scrollTop }),
    ...growthOf(asked, clientHeight - grown, board),
  };
}

function useRest(line: RefObject<HTMLElement | null>): Rest {
  const [rest, setRest] = useState(NOTHING);
  useEffect(() => {
    const { current: box } = line;
    if (!box) return;
    const look = () =>
      setRest((old) => {
        const now = measured(box);
        return (Object.keys(now) as (keyof Rest)[]).every((key) => now[key] === old[key])
          ? old
          : now;
      });
    look();
    const sizes = new ResizeObserver(look);
    const words = new MutationObserver(look);
    sizes.observe(box);
    words.observe(box, { childList: true, subtree: true, characterData: true });
    box.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      words.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, [line]);
  return rest;
}
