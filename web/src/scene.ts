// What the house sends to be drawn, as docs/scene.md and docs/house.md describe it.

/** Column, row towards the back, level; all from 0. A pick may lie outside the board. */
export type Cell = readonly [x: number, y: number, z: number];

/** The five directions from which a picture is seen. */
export const SIDES = ["front", "right", "back", "left", "top"] as const;
export type Side = (typeof SIDES)[number];

/** Values for the braces of a text such as "{count} cubes left". */
export type Facts = Record<string, string | number>;

/** Turns an English source text into the reader's language. */
export type Translate = (source: string, facts?: Facts) => string;

export interface Size {
  size: readonly [columns: number, rows: number, levels: number];
  upright: boolean;
  levels: boolean;
}

export interface Block {
  cells: readonly Cell[];
  colour: string;
  owner: number | null;
}

/** What a move does to the blocks: those it puts down and those it takes away. */
export interface Change {
  add: readonly Block[];
  take: readonly Block[];
}

/** A move on offer: the cells to click for it, in order, and what it does to the blocks. */
export interface Offer extends Change {
  move: string;
  pick: readonly Cell[];
  label?: string | null;
  facts?: Facts;
}

export interface TallyItem {
  seat: number;
  points: number;
  text: string;
  facts?: Facts;
  cells: readonly Cell[];
  view: Side | null;
}

export interface Outcome {
  scores: readonly number[];
  winners: readonly number[];
  reason: string;
  facts?: Facts;
}

/** A seat's public things; `supply` counts what is left by kind. Games add more. */
export interface SeatView {
  colour: string;
  supply: Record<string, number>;
  points?: number;
  [more: string]: unknown;
}

export interface View {
  game: string;
  options: Record<string, string>;
  board: Size;
  blocks: readonly Block[];
  to_move: number | null;
  turn: number;
  last: string | null;
  /** What the last move that touched a block did; a view that comes with a decision lacks it. */
  change?: Change;
  seats: readonly SeatView[];
  prompt: string | null;
  tally: readonly TallyItem[];
  offers?: readonly Offer[];
  outcome: Outcome | null;
  [more: string]: unknown;
}

export const sameCell = (a: Cell, b: Cell): boolean =>
  a[0] === b[0] && a[1] === b[1] && a[2] === b[2];

export const cellKey = (cell: Cell): string => cell.join();

/** Two blocks with the same key look the same in the same place. */
export const blockKey = (block: Block): string =>
  `${block.colour}/${block.owner}/${block.cells
    .map((cell) => cell.join())
    .sort()
    .join(" ")}`;

/** What changed from some blocks to others. */
export function changeOf(before: readonly Block[], after: readonly Block[]): Change {
  const [old, fresh] = [before, after].map((blocks) => new Set(blocks.map(blockKey)));
  return {
    add: after.filter((block) => !old?.has(blockKey(block))),
    take: before.filter((block) => !fresh?.has(blockKey(block))),
  };
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** A cell as players write it: `c4`, `c4.2` where names carry the level, the height on a wall. */
export function cellName(board: Size, [x, y, z]: Cell): string {
  const column = LETTERS[x] ?? "?";
  if (board.upright) return `${column}${z + 1}`;
  return `${column}${y + 1}${board.levels ? `.${z + 1}` : ""}`;
}

const NAME = /^([a-z])([1-9]\d?)(?:\.([1-9]\d?))?$/;

/** The cell of a name, or null if it is none. Without a level it is the ground. */
export function cellOf(board: Size, name: string): Cell | null {
  const found = NAME.exec(name);
  if (!found) return null;
  const x = LETTERS.indexOf(found[1] ?? "");
  const row = Number(found[2]) - 1;
  return board.upright ? [x, 0, row] : [x, row, Number(found[3] ?? 1) - 1];
}
