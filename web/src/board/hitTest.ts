// Which cell a ray of sight means. Blocks and the ground are solid; an empty cell is meant by
// what carries it, because that is what the eye sees.
import { cellKey } from "../scene";
import type { Block, Board, Cell } from "../wire";
import {
  above,
  type Box,
  below,
  boxOf,
  cellAt,
  type Filled,
  filledBy,
  middle,
  onBoard,
  type Point,
  topOf,
} from "./space";

export interface Ray {
  from: Point;
  way: Point;
}

export interface Target {
  cell: Cell;
  /** Whether a pick of the cell leads to a move. */
  good: boolean;
  /** Whether the block that was pointed at could have been meant in its place. */
  unsure?: boolean;
}

export interface Pickable {
  board: Board;
  /** The blocks that can be seen. */
  blocks: readonly Block[];
  /** Empty cells picked already; they are drawn as solid. */
  picked: readonly Cell[];
  /** The cells that lead on. */
  next: readonly Cell[];
  leads(cell: Cell): boolean;
}

interface Hit {
  distance: number;
  normal: Point;
}

/** How near to the middle of a target's dot the pointer has to be, where a block hides the target. */
const DOT_REACH = 0.16;

export function hitTest(ray: Ray, pickable: Pickable): Target | null {
  const filled = filledBy(pickable.blocks);
  const solid = nearestSolid(ray, pickable);
  const air = nearestOf(
    ray,
    pickable.board,
    pickable.next.filter((cell) => !filled.has(cellKey(cell))),
  );
  if (pickable.board.upright) return onWall(ray, pickable, solid, air);
  if (solid) return onBlock(ray, pickable, filled, solid);
  const ground = onGround(ray, pickable);
  if (ground?.good) return ground;
  if (!air) return ground;
  const room: Target = { cell: air.cell, good: true };
  return blocksLead(pickable, filled) ? { ...room, unsure: true } : room;
}

interface Found {
  cell: Cell;
  hit: Hit;
}

export function nearestSolid(ray: Ray, { board, blocks, picked }: Pickable): Found | null {
  const cells = [...blocks.flatMap((block) => block.cells), ...picked];
  return nearestOf(ray, board, cells);
}

function nearestOf(ray: Ray, board: Board, cells: readonly Cell[]): Found | null {
  let best: Found | null = null;
  for (const cell of cells) {
    const hit = strike(ray, boxOf(board, [cell]));
    if (hit && (!best || hit.distance < best.hit.distance)) best = { cell, hit };
  }
  return best;
}

/** Whether blocks can be picked: then who points at one may mean it. */
const blocksLead = ({ next }: Pickable, filled: Filled): boolean =>
  next.some((cell) => filled.has(cellKey(cell)));

/** A block that is pointed at is meant itself; only if it leads nowhere, the room on or beside it. */
function onBlock(ray: Ray, pickable: Pickable, filled: Filled, { cell, hit }: Found): Target {
  const { board, leads, next } = pickable;
  const blocks = blocksLead(pickable, filled);
  if (leads(cell)) return { cell, good: true };
  const up = hit.normal[1] > 0;
  const top = up ? above(cell) : topOf(filled, cell);
  const beside: Cell = [
    cell[0] + Math.round(hit.normal[0]),
    cell[1] - Math.round(hit.normal[2]),
    cell[2],
  ];
  // Where blocks can be picked, the side of one means the block.
  const guesses = up ? [top] : blocks ? [] : [above(cell), top, beside];
  const good = guesses.find(leads);
  if (good) return blocks ? { cell: good, good: true, unsure: true } : { cell: good, good: true };
  const grabbed = restsOn(filled, cell, leads);
  if (grabbed) return { cell: grabbed, good: true, unsure: true };
  const behind = next.filter((other) => near(ray, dotPlace(board, filled, other)));
  const dotted = behind.find((other) => filled.has(cellKey(other))) ?? behind[0];
  if (dotted) return { cell: dotted, good: true };
  return { cell: blocks ? cell : top, good: false };
}

/** Who grabs a block that leads nowhere itself has hold of the blocks it rests on. */
function restsOn(filled: Filled, cell: Cell, leads: Pickable["leads"]): Cell | null {
  for (let under = below(cell); filled.has(cellKey(under)); under = below(under))
    if (leads(under)) return under;
  return null;
}

/** Where a cell rests: on the ground, on the block below, or on top of the block that fills it. */
export function dotPlace(board: Board, filled: Filled, cell: Cell): Point {
  const { min, max } = boxOf(board, [cell]);
  const [x, y, z] = middle({ min, max });
  if (board.upright) return [x, y, -0.49];
  return [x, (filled.has(cellKey(cell)) ? max[1] : min[1]) + 0.012, z];
}

/** Whether a ray passes a point closely. */
function near({ from, way }: Ray, point: Point): boolean {
  const to = point.map((value, axis) => value - (from[axis] ?? 0));
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, axis) => sum + value * (b[axis] ?? 0), 0);
  const along = dot(to, way) / dot(way, way);
  return (
    along > 0 && Math.sqrt(Math.max(0, dot(to, to) - along * along * dot(way, way))) < DOT_REACH
  );
}

function onGround(ray: Ray, { board, leads }: Pickable): Target | null {
  const distance = -ray.from[1] / ray.way[1];
  if (!Number.isFinite(distance) || distance <= 0) return null;
  const [x, , z] = at(ray, distance);
  const cell = cellAt(board, [x, 0, z]);
  if (leads(cell)) return { cell, good: true };
  return onBoard(board, cell) ? { cell, good: false } : null;
}

/** On a wall every square is seen from the front, empty ones too. */
function onWall(
  ray: Ray,
  { board, leads }: Pickable,
  solid: Found | null,
  air: Found | null,
): Target | null {
  if (air && !(solid && solid.hit.distance < air.hit.distance))
    return { cell: air.cell, good: true };
  if (solid) {
    const good = [solid.cell, above(solid.cell)].find(leads);
    return { cell: good ?? solid.cell, good: Boolean(good) };
  }
  const distance = -ray.from[2] / ray.way[2];
  if (!Number.isFinite(distance) || distance <= 0) return null;
  const [x, y] = at(ray, distance);
  const cell = cellAt(board, [x, y, 0]);
  return onBoard(board, cell) ? { cell, good: leads(cell) } : null;
}

const at = ({ from, way }: Ray, distance: number): Point => [
  from[0] + way[0] * distance,
  from[1] + way[1] * distance,
  from[2] + way[2] * distance,
];

/** Where a ray enters a box, by the slabs between its faces. */
export function strike({ from, way }: Ray, { min, max }: Box): Hit | null {
  let enter = 0;
  let leave = Number.POSITIVE_INFINITY;
  let normal: Point = [0, 0, 0];
  for (const axis of [0, 1, 2] as const) {
    if (Math.abs(way[axis]) < 1e-9) {
      if (from[axis] <= min[axis] || from[axis] >= max[axis]) return null;
      continue;
    }
    const sign = way[axis] > 0 ? -1 : 1;
    const [low, high] = [
      (min[axis] - from[axis]) / way[axis],
      (max[axis] - from[axis]) / way[axis],
    ];
    const near = Math.min(low, high);
    if (near > enter) {
      enter = near;
      normal = [axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0];
    }
    leave = Math.min(leave, Math.max(low, high));
  }
  return enter > 0 && enter < leave ? { distance: enter, normal } : null;
}
