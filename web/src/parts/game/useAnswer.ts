import { type RefObject, useEffect, useRef } from "react";

/** Gives the focus to the one answer that is asked for; afterwards one goes on at the board. */

const BOARD = '.table-board [role="application"], .table-board [role="grid"] [tabindex="0"]';

/** Whoever has answered goes on at the board, unless the focus went elsewhere by itself. */
function focusBoard(): void {
  if (document.activeElement && document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(BOARD)?.focus({ preventScroll: true });
}

export function useAnswer(asked = true): RefObject<HTMLButtonElement | null> {
  const answer = useRef<HTMLButtonElement>(null);
  // The answer is all that is asked for now, but what is said comes before it.
  useEffect(() => {
    if (!asked) return;
    answer.current?.focus({ preventScroll: true });
    return focusBoard;
  }, [asked]);
  return answer;
}
