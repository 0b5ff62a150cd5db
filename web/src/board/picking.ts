// How clicks become moves. A move on offer names the cells to pick, in order; this module knows
// which cells lead on from those picked so far. It knows no rules and draws nothing.
import { cellKey, sameCell } from "../scene";
import type { Block, Cell, Offer } from "../wire";
import { above, below, type Filled, filledBy } from "./space";

/** One way to pick a move: for each step the cells that count as it, the offered one first. */
export interface Way {
  offer: Offer;
  steps: readonly (readonly Cell[])[];
  /** Which of the offer's picks each step is. */
  places: readonly number[];
  /** The block that each step picks; null for an empty cell. */
  blocks: readonly (Block | null)[];
}

/** A pick of a kind of move: what it chooses stands in the scene's steps. */
export interface Asked {
  kind: string;
  index: number;
}

export interface Picking {
  /** Cells that lead on, as they are offered. */
  next: readonly Cell[];
  /** Moves that begin with the picks so far. */
  matching: readonly Offer[];
  /** Moves whose picks are all made. Several need a chooser that shows their labels. */
  complete: readonly Offer[];
  /** What the next pick may be. */
  asked: readonly Asked[];
}

/** Another cell that could be meant in place of a block. */
export interface Other {
  cell: Cell;
  asked: readonly Asked[];
}

interface Picked {
  cells: Cell[];
  /** The move to play now, if the picks leave no doubt. */
  play: Offer | null;
}

/** All ways to pick the moves on offer, given the blocks that lie there now. */
export function waysOf(offers: readonly Offer[], blocks: readonly Block[]): Way[] {
  const filled = filledBy(blocks);
  return offers.flatMap((offer) =>
    offer.pick.length ? routes(offer.pick, filled).map((cells) => way(offer, cells, filled)) : [],
  );
}

/** Any cell of a block stands for the block, and cells of one block in a row are one step. */
function way(offer: Offer, cells: readonly Cell[], filled: Filled): Way {
  const steps: Cell[][] = [];
  const places: number[] = [];
  const blocks: (Block | null)[] = [];
  let before: Block | undefined;
  for (const [place, cell] of cells.entries()) {
    const block = filled.get(cellKey(cell));
    if (!block || block !== before) {
      steps.push([cell, ...(block?.cells.filter((other) => !sameCell(other, cell)) ?? [])]);
      places.push(place);
      blocks.push(block ?? null);
    }
    before = block;
  }
  return { offer, steps, places, blocks };
}

/**
 * Two empty cells are the ends of the room a block will fill, so the order does not matter and
 * either diagonal names the same room. A hand begins on a cell that something carries.
 */
function routes(pick: readonly Cell[], filled: Filled): (readonly Cell[])[] {
  const [a, b] = pick;
  if (pick.length !== 2 || !a || !b || pick.some((cell) => filled.has(cellKey(cell))))
    return [pick];
  const found = new Map([[pick.map(cellKey).join(), pick]]);
  for (let turned = 0; turned < 8; turned++) {
    const swap = (axis: number) => (turned >> axis) & 1;
    const from: Cell = [swap(0) ? b[0] : a[0], swap(1) ? b[1] : a[1], swap(2) ? b[2] : a[2]];
    const to: Cell = [swap(0) ? a[0] : b[0], swap(1) ? a[1] : b[1], swap(2) ? a[2] : b[2]];
    const carried = from[2] === 0 || filled.has(cellKey(below(from)));
    const route = [from, to];
    if (carried) found.set(route.map(cellKey).join(), route);
  }
  return [...found.values()];
}

const begins = (way: Way, picked: readonly Cell[]): boolean =>
  picked.length <= way.steps.length &&
  picked.every((cell, step) => way.steps[step]?.some((other) => sameCell(cell, other)));

/** Where the picks so far lead. */
export function pickingOf(ways: readonly Way[], picked: readonly Cell[]): Picking {
  const open = ways.filter((way) => begins(way, picked));
  const next = new Map<string, Cell>();
  for (const { steps } of open) {
    const cell = steps[picked.length]?.[0];
    if (cell) next.set(cellKey(cell), cell);
  }
  const offersOf = (some: readonly Way[]) => [...new Set(some.map((way) => way.offer))];
  const done = picked.length ? open.filter((way) => way.steps.length === picked.length) : [];
  return {
    next: [...next.values()],
    matching: offersOf(open),
    complete: offersOf(done),
    asked: askedBy(open, picked.length),
  };
}

function askedBy(ways: readonly Way[], step: number): Asked[] {
  const asked = new Map<string, Asked>();
  for (const { offer, places } of ways) {
    const index = places[step];
    if (index !== undefined) asked.set(`${offer.kind} ${index}`, { kind: offer.kind, index });
  }
  return [...asked.values()];
}

/** A block that is pointed at is meant first; who meant the room on it can say so. */
export function onTopOf(ways: readonly Way[], picked: readonly Cell[]): Other[] {
  const tops = blockAt(ways, picked)?.cells.map(above) ?? [];
  return othersAmong(ways, picked, (cell, block) => !block && includes(tops, cell));
}

/** Other blocks of the column that is picked: its tower may be meant, or the block on top. */
export function inTowerOf(ways: readonly Way[], picked: readonly Cell[]): Other[] {
  const own = blockAt(ways, picked);
  const sameColumn = (cell: Cell) => own?.cells.some(([x, y]) => x === cell[0] && y === cell[1]);
  return othersAmong(ways, picked, (cell, block) =>
    Boolean(block && block !== own && sameColumn(cell)),
  );
}

const includes = (cells: readonly Cell[], cell: Cell): boolean =>
  cells.some((other) => sameCell(other, cell));

/** The block that was picked last. */
const blockAt = (ways: readonly Way[], picked: readonly Cell[]): Block | null =>
  ways.find((way) => way.blocks[picked.length - 1] && begins(way, picked))?.blocks[
    picked.length - 1
  ] ?? null;

function othersAmong(
  ways: readonly Way[],
  picked: readonly Cell[],
  meant: (cell: Cell, block: Block | null) => boolean,
): Other[] {
  const before = picked.slice(0, -1);
  const found = new Map<string, Cell>();
  for (const way of ways) {
    const [cell] = way.steps[before.length] ?? [];
    if (cell && begins(way, before) && meant(cell, way.blocks[before.length] ?? null))
      found.set(cellKey(cell), cell);
  }
  return [...found.values()].map((cell) => ({ cell, asked: askedAt(ways, before, cell) }));
}

/** What a pick of a cell would choose. */
export function askedAt(ways: readonly Way[], picked: readonly Cell[], cell: Cell): Asked[] {
  const next = [...picked, cell];
  return askedBy(
    ways.filter((way) => begins(way, next)),
    picked.length,
  );
}

/** The picks after one more cell, or null if the cell leads nowhere. */
export function pick(ways: readonly Way[], picked: readonly Cell[], cell: Cell): Picked | null {
  const offered = leadsTo(ways, picked, cell);
  if (!offered) return null;
  const cells = [...picked, offered];
  const { next, complete } = pickingOf(ways, cells);
  const sure = complete.length === 1 && !next.length && !onTopOf(ways, cells).length;
  return { cells, play: sure ? (complete[0] ?? null) : null };
}

/** The offered cell that a clicked one stands for; a cell offered itself comes first. */
export function leadsTo(ways: readonly Way[], picked: readonly Cell[], cell: Cell): Cell | null {
  let stand: Cell | null = null;
  for (const way of ways) {
    const step = begins(way, picked) ? way.steps[picked.length] : undefined;
    if (!step?.some((other) => sameCell(other, cell))) continue;
    if (step[0] && sameCell(step[0], cell)) return cell;
    stand ??= step[0] ?? null;
  }
  return stand;
}

/** Escape: one pick back. */
export const stepBack = (picked: readonly Cell[]): Cell[] => picked.slice(0, -1);

/** What a page asks: where do these picks lead, given the view's blocks? */
export function picking(
  offers: readonly Offer[],
  blocks: readonly Block[],
  picked: readonly Cell[],
): Picking {
  return pickingOf(waysOf(offers, blocks), picked);
}
