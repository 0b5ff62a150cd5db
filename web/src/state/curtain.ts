import { useState } from "react";
import type { Scene, TableFacts } from "../wire";

/** At one screen a hand stays hidden until the player it belongs to says that they are there. */

export type Curtain = { closed: boolean; open: () => void };

const held = (view: Scene, seat: number) =>
  (view.seats[seat]?.cards ?? []).filter((card) => !card.shown).length;

export function useCurtain({ you, view, state }: TableFacts): Curtain {
  const [here, setHere] = useState<number | null>(null);
  const mover = view?.to_move ?? null;
  const theirs = mover !== null && you.includes(mover);
  if (here !== null && theirs && here !== mover) setHere(null);
  const secret = view !== null && theirs && held(view, mover) > 0;
  const closed = state === "running" && you.length > 1 && secret && here !== mover;
  return { closed, open: () => setHere(mover) };
}

/** A view as it looks with all hands face down. */
export function faceDown(view: Scene): Scene {
  const seats = view.seats.map((seat, index) => ({
    ...seat,
    cards: seat.cards.filter((card) => card.shown),
    hidden: seat.hidden + held(view, index),
  }));
  return { ...view, seats };
}
