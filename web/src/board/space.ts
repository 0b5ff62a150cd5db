// Where cells are in the world. One cell is one unit; x goes right, y up, z towards the viewer,
// and the middle of the board's ground is the origin.
import { cellKey } from "../scene";
import type { Block, Board, Cell, Side } from "../wire";

export type Point = readonly [x: number, y: number, z: number];

export interface Box {
  min: Point;
  max: Point;
}

function cornerOf(board: Board, [x, y, z]: Cell): Point {
  const [columns, rows] = board.size;
  return [x - columns / 2, z, rows / 2 - y - 1];
}

/** The box a set of cells fills: all blocks are boxes. */
export function boxOf(board: Board, cells: readonly Cell[]): Box {
  const corners = cells.map((cell) => cornerOf(board, cell));
  const least = (axis: 0 | 1 | 2) => Math.min(...corners.map((corner) => corner[axis]));
  const most = (axis: 0 | 1 | 2) => Math.max(...corners.map((corner) => corner[axis])) + 1;
  return { min: [least(0), least(1), least(2)], max: [most(0), most(1), most(2)] };
}

export const middle = ({ min, max }: Box): Point => [
  (min[0] + max[0]) / 2,
  (min[1] + max[1]) / 2,
  (min[2] + max[2]) / 2,
];

export const lengths = ({ min, max }: Box): Point => [
  max[0] - min[0],
  max[1] - min[1],
  max[2] - min[2],
];

/** The cell that holds a point of the world; it may lie outside the board. */
export function cellAt(board: Board, [x, y, z]: Point): Cell {
  const [columns, rows] = board.size;
  return [Math.floor(x + columns / 2), Math.ceil(rows / 2 - z) - 1, Math.floor(y)];
}

export const columnLetter = (column: number): string => String.fromCharCode(97 + column);

export const above = ([x, y, z]: Cell): Cell => [x, y, z + 1];
export const below = ([x, y, z]: Cell): Cell => [x, y, z - 1];

export function onBoard(board: Board, cell: Cell): boolean {
  return cell.every((value, axis) => value >= 0 && value < (board.size[axis] ?? 0));
}

export type Filled = ReadonlyMap<string, Block>;

const known = new WeakMap<readonly Block[], Filled>();

/** Which block fills each cell; worked out once for the blocks of a position. */
export function filledBy(blocks: readonly Block[]): Filled {
  const found =
    known.get(blocks) ??
    new Map(blocks.flatMap((block) => block.cells.map((cell) => [cellKey(cell), block])));
  known.set(blocks, found);
  return found;
}

/** The empty cell on top of everything in a column. */
export function topOf(filled: Filled, [x, y]: Cell): Cell {
  let z = 0;
  for (const block of new Set(filled.values()))
    for (const cell of block.cells)
      if (cell[0] === x && cell[1] === y) z = Math.max(z, cell[2] + 1);
  return [x, y, z];
}

export const heightOf = (blocks: readonly Block[]): number =>
  Math.max(0, ...blocks.flatMap((block) => block.cells.map((cell) => cell[2] + 1)));

export const lowestLevel = (block: Block): number =>
  Math.min(...block.cells.map((cell) => cell[2]));

/** One picture of the blocks: a grid of what is nearest along each line of sight, top row first. */
export type Picture = (Block | null)[][];

/** Which cell of the picture a cell falls on, and how near it is to the eye. */
export function seenAt(
  board: Board,
  side: Side,
  [x, y, z]: Cell,
): [u: number, v: number, near: number] {
  const [columns, rows] = board.size;
  switch (side) {
    case "front":
      return [x, z, -y];
    case "back":
      return [columns - 1 - x, z, y];
    case "left":
      return [rows - 1 - y, z, -x];
    case "right":
      return [y, z, x];
    case "top":
      return [x, y, z];
  }
}

function pictureSize(board: Board, side: Side, high: number): [wide: number, tall: number] {
  const [columns, rows] = board.size;
  if (side === "top") return [columns, rows];
  return [side === "front" || side === "back" ? columns : rows, high];
}

export function pictureOf(
  board: Board,
  blocks: readonly Block[],
  side: Side,
  high: number,
): Picture {
  const [wide, tall] = pictureSize(board, side, high);
  const nearest = new Map<string, { near: number; block: Block }>();
  for (const block of blocks)
    for (const cell of block.cells) {
      const [u, v, near] = seenAt(board, side, cell);
      const known = nearest.get(`${u},${v}`);
      if (!known || near > known.near) nearest.set(`${u},${v}`, { near, block });
    }
  return Array.from({ length: tall }, (_, row) =>
    Array.from({ length: wide }, (_, u) => nearest.get(`${u},${tall - 1 - row}`)?.block ?? null),
  );
}
