// What several parts work out of a scene; its types are the house's own, in wire.ts.
import type { Block, Board, Cell, Side } from "./wire";

/** The five directions from which a picture is seen. */
export const SIDES: readonly Side[] = ["front", "right", "back", "left", "top"];

export const sameCell = (a: Cell, b: Cell): boolean =>
  a[0] === b[0] && a[1] === b[1] && a[2] === b[2];

export const cellKey = (cell: Cell): string => cell.join();

/** Two blocks with the same key look the same in the same place. */
export const blockKey = (block: Block): string =>
  `${block.colour}/${block.owner}/${block.cells
    .map((cell) => cell.join())
    .sort()
    .join(" ")}`;

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** A cell as players write it: `c4`, `c4.2` where names carry the level, the height on a wall. */
export function cellName(board: Board, [x, y, z]: Cell): string {
  const column = LETTERS[x] ?? "?";
  if (board.upright) return `${column}${z + 1}`;
  return `${column}${y + 1}${board.levels ? `.${z + 1}` : ""}`;
}

const NAME = /^([a-z])([1-9]\d?)(?:\.([1-9]\d?))?$/;

/** The cell of a name, or null if it is none. Without a level it is the ground. */
export function cellOf(board: Board, name: string): Cell | null {
  const found = NAME.exec(name);
  if (!found) return null;
  const x = LETTERS.indexOf(found[1] ?? "");
  const row = Number(found[2]) - 1;
  return board.upright ? [x, 0, row] : [x, row, Number(found[3] ?? 1) - 1];
}
