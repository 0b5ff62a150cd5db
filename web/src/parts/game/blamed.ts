import { filledBy, topOf } from "../../board/space";
import { cellKey } from "../../scene";
import type { Cell, Scene } from "../../wire";
import { cellsOf } from "../../words";

/** The blocks a refusal speaks of; where names of cells carry no level, the one pointed at or the top. */
export function blamed(view: Scene, names: readonly string[], pointed: Cell | undefined): Cell[] {
  const { board, blocks } = view;
  if (!names.length) return pointed ? [pointed] : [];
  const cells = cellsOf(board, names);
  if (board.levels || board.upright) return cells;
  const filled = filledBy(blocks);
  return cells.map((cell) => {
    const [x, y, z] = topOf(filled, cell);
    const here = pointed && pointed[0] === x && pointed[1] === y && filled.has(cellKey(pointed));
    return here ? pointed : [x, y, Math.max(0, z - 1)];
  });
}
