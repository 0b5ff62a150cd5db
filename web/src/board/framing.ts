// What of the scene has to be seen.
import type { View } from "../scene";
import { RIM } from "./boardTexture";
import { FOOT_HIGH, SLAB } from "./Ground";
import { type Box, boxOf, heightOf } from "./space";

/** The box that has to be seen: the board, and room for one more level than is built. */
export function seenBox({ board, blocks }: View): Box {
  const [columns, rows, levels] = board.size;
  const [x, z] = [columns / 2 + RIM, rows / 2 + RIM];
  if (board.upright)
    return { min: [-x - 0.4, -FOOT_HIGH, -0.6], max: [x + 0.4, levels + RIM, 1.4] };
  const high = Math.min(levels, Math.max(2, heightOf(blocks) + 1));
  return { min: [-x, -SLAB, -z], max: [x, high, z] };
}

/** Of a wide wall, what matters on a narrow screen: the columns in use and some beside them. */
export function coreBox({ board, blocks }: View, whole: Box): Box | undefined {
  if (!board.upright || !blocks.length) return undefined;
  const { min, max } = boxOf(
    board,
    blocks.flatMap((block) => block.cells),
  );
  return {
    min: [Math.max(whole.min[0], min[0] - 3), whole.min[1], whole.min[2]],
    max: [Math.min(whole.max[0], max[0] + 3), whole.max[1], whole.max[2]],
  };
}
