import { Store } from "../state/store";
import type { Arrival } from "./arrival";

/** How far the worker has come that thinks for a page of a served house; null while none is wanted. */
export const thinking = new Store<Arrival | null>(null);

export type Standing = "waiting" | "loading" | "ready" | "failed";

export function standingOf(arrived: Arrival | null): Standing {
  if (!arrived) return "waiting";
  if (arrived.trouble) return "failed";
  return arrived.isReady ? "ready" : "loading";
}
