import { filledBy, heightOf, pictureOf } from "../../board/space";
import { type Say, t } from "../../i18n";
import { cellKey, cellName } from "../../scene";
import type { Block, Board, Cell, Scene, Side } from "../../wire";
import { boardText, capital, headed } from "../../words";

/** What stands where, in words: a cell, a level, the whole board, or what is seen from a side. */

/** Who a seat is; empty where colours say as much. */
export type Names = readonly string[];

const upTo = (low: number, high: number) =>
  Array.from({ length: Math.max(0, high - low + 1) }, (_, index) => low + index);

/** Columns and rows worth telling, from the lowest. */
export const columnsOf = ({ reach }: Board) => upTo(reach.low[0], reach.high[0]);
export const rowsOf = ({ reach }: Board) => upTo(reach.low[1], reach.high[1]);
/** Levels with something on them, and the one above. */
export const levelsOf = ({ board, blocks }: Scene) =>
  upTo(0, board.upright ? board.reach.high[2] : Math.min(heightOf(blocks), board.size[2] - 1));

/** The name of a place on the ground: its level is told by how high one looks. */
export const placeName = (board: Board, cell: Cell) =>
  cellName(board.upright ? board : { ...board, levels: false }, cell);

export const levelName = (level: number) => t("board.level {number}", { number: level + 1 });

/** What stands on a place, from the lowest: the levels that are filled, and the blocks. */
function stackAt({ board, blocks }: Scene, [x, y, z]: Cell) {
  const filled = filledBy(blocks);
  const looked = board.upright ? [z] : upTo(0, heightOf(blocks) - 1);
  const levels = looked.filter((level) => filled.has(cellKey([x, y, level])));
  const stack = levels.flatMap((level) => filled.get(cellKey([x, y, level])) ?? []);
  return { levels, stack: [...new Set(stack)], height: (levels.at(-1) ?? -1) + 1 };
}

/** "c4, 2 high, red on top, below it blue": what stands on a place. */
export function placeText(view: Scene, cell: Cell, say: Say, names: Names = []): string {
  const { board } = view;
  const { levels, stack, height } = stackAt(view, cell);
  const top = stack.at(-1);
  const parts = [placeName(board, cell)];
  if (!top) parts.push(t("ear.empty"));
  else if (board.upright || height === 1) parts.push(blockText(board, top, say, names));
  else {
    parts.push(t("ear.high", { n: height }));
    const below = stack.slice(0, -1).reverse();
    const told = blockText(board, top, say, names);
    parts.push(below.length ? t("ear.top", { what: told }) : told);
    if (below.length)
      parts.push(t("ear.below", { what: below.map(({ colour }) => say(colour)).join(", ") }));
    if (levels.length < height) parts.push(t("ear.gap"));
  }
  const told = [...parts, ...regionsAt(view, cell, say)].join(", ");
  return [told, ...reasonsAt(view, cell, say)].join(". ");
}

/** A colour, whose it is, and where the rest of a larger block lies. */
function blockText(board: Board, { colour, cells, owner }: Block, say: Say, names: Names): string {
  const who = owner === null ? undefined : names[owner];
  const told =
    who && who.toLocaleLowerCase() !== say(colour).toLocaleLowerCase() ? ` (${who})` : "";
  const [first, last] = [cells[0], cells.at(-1)];
  if (!first || !last || first === last) return say(colour) + told;
  const ends = { first: exactName(board, first), last: exactName(board, last) };
  return `${say(colour)}${told}, ${t("ear.block", ends)}`;
}

/** A cell with its level, as far as that is not in its name. */
function exactName(board: Board, cell: Cell): string {
  const plain = board.upright || board.levels || !cell[2];
  return cellName(board, cell) + (plain ? "" : ` ${levelName(cell[2])}`);
}

const inColumn =
  (x: number, y: number) =>
  ([column, row]: Cell) =>
    column === x && row === y;

/** What is painted on the ground there. */
const regionsAt = ({ regions }: Scene, [x, y]: Cell, say: Say): string[] =>
  regions.filter(({ cells }) => cells.some(inColumn(x, y))).map(({ name }) => say(name));

/** Why it has to be left alone, in sentences; the last full stop is left to who ends the text. */
const reasonsAt = ({ barred }: Scene, [x, y]: Cell, say: Say): string[] =>
  barred
    .filter(({ cells }) => cells.some(inColumn(x, y)))
    .map(({ reason }) => say(reason).replace(/\.$/, ""));

/** "c4, level 2, red": what fills one cell. */
export function cellText(view: Scene, cell: Cell, say: Say, names: Names = []): string {
  const { board, blocks } = view;
  if (board.upright) return placeText(view, cell, say, names);
  const block = filledBy(blocks).get(cellKey(cell));
  const what = block ? blockText(board, block, say, names) : t("ear.empty");
  return [placeName(board, cell), levelName(cell[2]), what].join(", ");
}

/** The whole board: level by level, row by row, only what is there. */
export function boardLines(view: Scene, say: Say): string[] {
  const { board, blocks, regions } = view;
  const ground = regions.map(
    ({ name, cells }) => `${headed(capital(say(name)))} ${area(board, cells)}.`,
  );
  if (!blocks.length) return [boardText(say)("The board is empty."), ...ground];
  const lines = levelsOf(view).flatMap((z) => {
    const rows = board.upright ? [0] : [...rowsOf(board)].reverse();
    const told = rows.flatMap((y) => rowText(view, y, z, say) || []);
    if (!told.length) return [];
    return [`${headed(capital(board.upright ? rowName(z) : levelName(z)))} ${told.join("; ")}.`];
  });
  return [...lines, ...ground];
}

const rowName = (row: number) => t("ear.row", { number: row + 1 });

/** The blocks of a row of a level, from left to right. */
function rowText({ board, blocks }: Scene, y: number, z: number, say: Say): string {
  const here = blocks.flatMap(({ cells, colour }) => {
    const inRow = cells.filter((cell) => cell[1] === y && cell[2] === z);
    return inRow.length ? [{ cells: inRow, colour }] : [];
  });
  const left = (cells: readonly Cell[]) => Math.min(...cells.map(([x]) => x));
  here.sort((one, other) => left(one.cells) - left(other.cells));
  return here.map(({ cells, colour }) => `${area(board, cells)} ${say(colour)}`).join(", ");
}

/** Cells that fill a box by its ends, others one by one. */
function area(board: Board, cells: readonly Cell[]): string {
  const names = [...new Set(cells.map((cell) => placeName(board, cell)))];
  const ends = ([0, 1, 2] as const).map((axis) => {
    const values = cells.map((cell) => cell[axis]);
    return [Math.min(...values), Math.max(...values)] as const;
  });
  const size = ends.reduce((product, [low, high]) => product * (high - low + 1), 1);
  if (cells.length === 1 || size !== cells.length) return names.join(", ");
  const corner = (end: 0 | 1): Cell => [
    ends[0]?.[end] ?? 0,
    ends[1]?.[end] ?? 0,
    ends[2]?.[end] ?? 0,
  ];
  return t("ear.range", { first: placeName(board, corner(0)), last: placeName(board, corner(1)) });
}

/** What is seen from a side as colours, the top row first; null is a hole. */
export function sidePicture(view: Scene, side: Side): (string | null)[][] {
  const told = view.pictures.find((picture) => picture.view === side);
  if (told) return [...told.rows].reverse().map((row) => [...row]);
  const high = Math.max(1, heightOf(view.blocks));
  const seen = pictureOf(view.board, view.blocks, side, high);
  return seen.map((row) => row.map((block) => block?.colour ?? null));
}

/** A picture from a side, row by row from the top, each from left to right. */
export function sideLines(view: Scene, side: Side, say: Say): string[] {
  const rows = sidePicture(view, side);
  const lines = rows.flatMap((row, index) => {
    if (row.every((colour) => colour === null)) return [];
    const name = rowName(rows.length - 1 - index);
    const squares = row.map((colour) => (colour ? say(colour) : t("ear.empty")));
    return [`${headed(capital(name))} ${runs(squares).join(", ")}.`];
  });
  return [`${t(`ear.from.${side}`)}:`, ...(lines.length ? lines : [t("ear.nothing")])];
}

/** The same several times in a row is said once: "3 times red". */
function runs(words: readonly string[]): string[] {
  const found: { word: string; n: number }[] = [];
  for (const word of words) {
    const last = found.at(-1);
    if (last?.word === word) last.n += 1;
    else found.push({ word, n: 1 });
  }
  return found.map(({ word, n }) => (n === 1 ? word : t("ear.times", { word, n })));
}
