// What of the scene has to be seen.

import type { Scene } from "../wire";
import { RIM } from "./boardTexture";
import { FOOT_HIGH, SLAB } from "./Ground";
import { type Box, boxOf } from "./space";

/** The box that has to be seen: the board, as high as can be built. */
export function seenBox({ board }: Scene): Box {
  const [columns, rows, levels] = board.size;
  const [x, z] = [columns / 2 + RIM, rows / 2 + RIM];
  if (board.upright)
    return { min: [-x - 0.4, -FOOT_HIGH, -0.6], max: [x + 0.4, levels + RIM, 1.4] };
  return { min: [-x, -SLAB, -z], max: [x, Math.max(2, board.reach.high[2] + 1), z] };
}

/** Of a wide wall, what matters on a narrow screen: the columns that can still be built on. */
export function coreBox({ board }: Scene, whole: Box): Box | undefined {
  if (!board.upright) return undefined;
  const { min, max } = boxOf(board, [board.reach.low, board.reach.high]);
  return {
    min: [Math.max(whole.min[0], min[0] - RIM), whole.min[1], whole.min[2]],
    max: [Math.min(whole.max[0], max[0] + RIM), whole.max[1], whole.max[2]],
  };
}
