// From which side a seat looks at the board.
import type { Scene } from "../wire";
import { boxOf, middle } from "./space";

/** Home looks a little from the right of the front. */
const HOME_AZIMUTH = 0.42;
const QUARTER = Math.PI / 2;

/** Quarters to turn the board so that a seat has the place its pieces start from before it. */
export function quartersFor({ board, regions }: Scene, seat: number | null): number {
  const start = regions.find((region) => region.kind === "start" && region.seat === seat);
  if (seat === null || !start || board.upright) return 0;
  const [x, , z] = middle(boxOf(board, start.cells));
  const quarters = Math.round((Math.atan2(x, z) - HOME_AZIMUTH) / QUARTER);
  return ((quarters % 4) + 4) % 4;
}
