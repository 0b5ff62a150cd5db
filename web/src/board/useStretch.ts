import { useState } from "react";
import type { Offer, Scene } from "../wire";
import { contains, neededStretch, roomyStretch, type Stretch, wholeStretch } from "./framing";

/**
 * The stretch of a wall that is shown. It follows what is built while the pointer is elsewhere;
 * under the pointer it changes only when something would otherwise lie outside.
 */
export function useStretch(view: Scene, offers: readonly Offer[], pointed: boolean): Stretch {
  const { board } = view;
  const [shown, setShown] = useState<Stretch | null>(null);
  if (!board.upright) return wholeStretch(view);
  const needed = neededStretch(view, offers);
  // A guess before anything is built or offered must not widen what is shown from then on.
  if (!shown && !view.blocks.length && !offers.length) return roomyStretch(view, needed, null);
  if (shown && pointed && contains(shown, needed)) return shown;
  const next = roomyStretch(view, needed, shown);
  const same = shown && contains(shown, next) && contains(next, shown);
  if (!same) setShown(next);
  return same ? shown : next;
}
