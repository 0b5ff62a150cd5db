import { useCallback, useEffect, useState } from "react";
import type { Certainty } from "../../board/props";
import { settings } from "../../state/settings";

/** A move tapped in the list, on its way to the board, where it is shown before it counts. */
export type Wish = { move: string | null; onTaken: () => void };

/** Counted as a decision, so that the sheet of the list makes room for the board. */
export const TAPPED = -2;

/** What the list does with a choice: a tap goes to the board, anything else is played. */
export function useWish(onPlay: (move: string) => void) {
  const [move, setMove] = useState<string | null>(null);
  const choose = useCallback(
    (chosen: string, byFinger: boolean) =>
      byFinger && !settings().text ? setMove(chosen) : onPlay(chosen),
    [onPlay],
  );
  const onTaken = useCallback(() => setMove(null), []);
  return { wish: { move, onTaken }, choose };
}

/** Takes a wish at the board. */
export function useWished(
  wish: Wish | undefined,
  play: (move: string, how: Certainty) => void,
): void {
  useEffect(() => {
    if (!wish?.move) return;
    play(wish.move, "finger");
    wish.onTaken();
  });
}
