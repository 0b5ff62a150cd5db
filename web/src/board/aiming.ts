// What is drawn as a target is what a tap on it means. The mark of a target lies on a part of it
// that is in sight; a finger is as wide as it is, and asks where several targets lie under it.
import { cellKey, sameCell } from "../scene";
import type { Board, Cell } from "../wire";
import { dotPlace, hitTest, nearestSolid, type Pickable, type Ray, type Target } from "./hitTest";
import { boxOf, type Filled, filledBy, lengths, middle, type Point } from "./space";

/** The mark of a target: where it lies, and which way it faces. */
export interface Handle {
  cell: Cell;
  at: Point;
  facing: Point;
  /** Whether a block that leads nowhere stands before it: the mark is a ring on that block. */
  behind: boolean;
}

export interface Aims {
  handles: readonly Handle[];
  /** Targets of which nothing is in sight; another side of the board shows them. */
  hidden: readonly Cell[];
}

type Spot = readonly [at: Point, facing: Point];

/** How the eye meets a point of the world. */
type Look = (point: Point) => Ray;

export function aimsOf(pickable: Pickable, look: Look): Aims {
  const found = pickable.next.map((cell) => handleOf(pickable, look, cell));
  const handles = found.filter((handle) => handle !== null);
  const columns = new Set(handles.map(({ cell }) => columnOf(cell)));
  // Who picks one thing of a column is asked for the others.
  const hidden = pickable.next.filter(
    (cell, index) => !found[index] && !columns.has(columnOf(cell)),
  );
  return { handles, hidden };
}

const columnOf = ([x, y]: Cell): string => `${x},${y}`;

export function handleOf(pickable: Pickable, look: Look, cell: Cell): Handle | null {
  const { board, blocks } = pickable;
  const filled = filledBy(blocks);
  let ring: Handle | null = null;
  for (const [at, facing] of spotsOf(board, filled, cell)) {
    const ray = look(at);
    const met = hitTest(ray, pickable);
    if (!met?.good || !sameThing(filled, met.cell, cell)) continue;
    if (inSight(ray, at, pickable)) return { cell, at, facing, behind: false };
    ring ??= { cell, at: dotPlace(board, filled, cell), facing: [0, 1, 0], behind: true };
  }
  return ring;
}

/** Any cell of a block stands for it. */
function sameThing(filled: Filled, a: Cell, b: Cell): boolean {
  const block = filled.get(cellKey(a));
  return sameCell(a, b) || Boolean(block && block === filled.get(cellKey(b)));
}

const TOUCHING = 0.05;

function inSight(ray: Ray, at: Point, pickable: Pickable): boolean {
  const solid = nearestSolid(ray, pickable);
  const far = Math.hypot(at[0] - ray.from[0], at[1] - ray.from[1], at[2] - ray.from[2]);
  const length = Math.hypot(...ray.way);
  return !solid || solid.hit.distance * length > far - TOUCHING;
}

/** Shares of half a face from its middle, tried in this order. */
const PLACES = [
  [0, 0],
  [0, -0.6],
  [0, 0.6],
  [-0.6, 0],
  [0.6, 0],
  [-0.6, -0.6],
  [0.6, -0.6],
  [-0.6, 0.6],
  [0.6, 0.6],
] as const;
const UP: Point = [0, 1, 0];
const SIDES: readonly Point[] = [
  [0, 0, 1],
  [1, 0, 0],
  [-1, 0, 0],
  [0, 0, -1],
];
/** Marks lie a little in front of what they mark. */
const LIFT = 0.012;

/** Where a mark may lie: on the floor of an empty cell; on the top of a block, else on its sides. */
function spotsOf(board: Board, filled: Filled, cell: Cell): Spot[] {
  if (board.upright) return [[dotPlace(board, filled, cell), [0, 0, 1]]];
  const block = filled.get(cellKey(cell));
  const box = boxOf(board, block?.cells ?? [cell]);
  const face = (facing: Point, low: boolean): Spot[] =>
    PLACES.map(([u, v]) => {
      const half = lengths(box).map((length) => length / 2) as unknown as Point;
      const [x, y, z] = middle(box);
      const level = low ? y - half[1] : y + half[1];
      if (facing[1]) return [[x + u * half[0], level + LIFT, z - v * half[2]], facing];
      const [right, near] = [facing[0], facing[2]];
      return [
        [
          x + right * (half[0] + LIFT) + near * u * half[0],
          y - v * half[1],
          z + near * (half[2] + LIFT) + right * u * half[2],
        ],
        facing,
      ];
    });
  return block ? [UP, ...SIDES].flatMap((side) => face(side, false)) : face(UP, true);
}

/** Pixels; a tap as near as that to a mark hits it. */
const MARK_REACH = 9;

/** Whether a tap hits the mark of a cell; `place` tells how far a point of the world is from it. */
export function hitsMark(
  pickable: Pickable,
  look: Look,
  place: (point: Point) => readonly [dx: number, dy: number],
  cell: Cell,
): boolean {
  const filled = filledBy(pickable.blocks);
  const offered = pickable.next.find((other) => sameThing(filled, other, cell));
  const mark = offered && handleOf(pickable, look, offered);
  return Boolean(mark && Math.hypot(...place(mark.at)) <= MARK_REACH);
}

/** Half the width of a finger, in pixels of the page. */
export const FINGER = 12;
/** How many of the nine points under a finger make what is in its middle sure. */
const SURE = 6;
const MOST = 4;

const UNDER_FINGER = [
  [0, 0],
  ...Array.from({ length: 8 }, (_, turn) => {
    const angle = (turn * Math.PI) / 4;
    return [FINGER * Math.cos(angle), FINGER * Math.sin(angle)] as const;
  }),
] as const;

/**
 * What a finger may mean: one thing where it is sure, else all that lie under it, the likeliest
 * first. What leads on comes before what leads nowhere: fingers are wide, and nothing counts yet.
 * Who hits the mark of what is in the middle means that, and is not asked.
 */
export function underFinger(
  pickable: Pickable,
  rayAt: (dx: number, dy: number) => Ray,
  hits: (cell: Cell) => boolean = () => false,
): Target[] {
  const filled = filledBy(pickable.blocks);
  const met = UNDER_FINGER.map(([dx, dy]) => hitTest(rayAt(dx, dy), pickable));
  const votes: { target: Target; count: number }[] = [];
  for (const target of met) {
    if (!target?.good) continue;
    const known = votes.find((vote) => sameThing(filled, vote.target.cell, target.cell));
    if (known) known.count += 1;
    else votes.push({ target, count: 1 });
  }
  const [middle] = met;
  const [first] = votes;
  if (!first) return middle ? [middle] : [];
  const sure = first.count >= SURE || votes.length === 1;
  if (middle?.good && (sure || hits(middle.cell))) return [middle];
  return votes
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST)
    .map(({ target }) => target);
}
