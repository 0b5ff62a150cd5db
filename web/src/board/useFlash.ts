// What a decision brought about lights up for a moment when its position comes into view.
import { useEffect, useState } from "react";
import type { Event, Scene } from "../wire";

/** Milliseconds that an event stays lit. */
export const FLASH = 2600;
const NONE: readonly Event[] = [];

/** The same decision is told again whenever anything else at its table changes. */
const decision = ({ turn, last, to_move, blocks }: Scene): string =>
  `${turn} ${last} ${to_move} ${blocks.length}`;

/** The events to show now; none of the position that a page begins with. */
export function useFlash(view: Scene): readonly Event[] {
  const [known, setKnown] = useState(view);
  const [lit, setLit] = useState(NONE);
  if (known !== view) {
    setKnown(view);
    if (decision(known) !== decision(view))
      setLit(view.events.some(({ cells }) => cells.length) ? view.events : NONE);
  }
  useEffect(() => {
    if (!lit.length) return;
    const timer = setTimeout(() => setLit(NONE), FLASH);
    return () => clearTimeout(timer);
  }, [lit]);
  return lit;
}

/** What stands on the badge of an event. */
export const badgeText = ({ points }: Event): string =>
  points ? `${points > 0 ? "+" : "−"}${Math.abs(points)}` : "★";
