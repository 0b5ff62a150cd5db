// What a decision brought about lights up for a moment when its position comes into view.
import { useEffect, useState } from "react";
import { readingTime } from "../readingTime";
import type { Event, Scene } from "../wire";

/** Milliseconds that events stay lit: as long as it takes to read of them. */
export const flashTime = (events: readonly Event[]): number =>
  readingTime(events.map(({ sentence }) => sentence.text).join(" "));

const NONE: readonly Event[] = [];

/** The same decision is told again whenever anything else at its table changes. */
const decision = ({ turn, last, to_move, blocks }: Scene): string =>
  `${turn} ${last} ${to_move} ${blocks.length}`;

export const isNewDecision = (before: Scene, after: Scene): boolean =>
  decision(before) !== decision(after);

/** The events to show now; none of the position that a page begins with. */
export function useFlash(view: Scene): readonly Event[] {
  const [known, setKnown] = useState(view);
  const [lit, setLit] = useState(NONE);
  if (known !== view) {
    setKnown(view);
    if (isNewDecision(known, view))
      setLit(view.events.some(({ cells }) => cells.length) ? view.events : NONE);
  }
  useEffect(() => {
    if (!lit.length) return;
    const timer = setTimeout(() => setLit(NONE), flashTime(lit));
    return () => clearTimeout(timer);
  }, [lit]);
  return lit;
}

/** What stands on the badge of an event. */
export const badgeText = ({ points }: Event): string =>
  points ? `${points > 0 ? "+" : "−"}${Math.abs(points)}` : "★";
