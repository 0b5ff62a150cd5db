// What of the scene has to be seen.

import type { Cell, Offer, Scene } from "../wire";
import { RIM } from "./boardTexture";
import { type Box, heightOf } from "./space";
import { FOOT_HIGH, SLAB } from "./timberSizes";

/** The columns and rows of the ground that are shown; of a wall its columns and its height. */
export interface Stretch {
  readonly first: number;
  readonly columns: number;
  readonly high: number;
}

/** A wall is never shown smaller than this, and with so much room around what can be built. */
const LEAST = { columns: 8, high: 5 };
const ROOM = { aside: 2, above: 2 };

/** Room for the dark part of the shadow around the board. */
const SHADE = 0.2;

export function wholeStretch({ board }: Scene): Stretch {
  const [columns, rows, levels] = board.size;
  return { first: 0, columns, high: board.upright ? levels : rows };
}

/** The smallest stretch that holds all blocks and offers; without any, the middle of the wall. */
export function neededStretch(view: Scene, offers: readonly Offer[]): Stretch {
  const cells = [
    ...view.blocks.flatMap((block) => block.cells),
    ...offers.flatMap((offer) => [...offer.pick, ...offer.add.flatMap((block) => block.cells)]),
  ];
  const { low, high } = view.board.reach;
  return around(cells.length ? cells : [[Math.floor((low[0] + high[0]) / 2), 0, 0]]);
}

function around(cells: readonly Cell[]): Stretch {
  const columns = cells.map(([x]) => x);
  const first = Math.min(...columns);
  return {
    first,
    columns: Math.max(...columns) - first + 1,
    high: Math.max(...cells.map((cell) => cell[2])) + 1,
  };
}

export function contains(outer: Stretch, inner: Stretch): boolean {
  return (
    outer.first <= inner.first &&
    outer.first + outer.columns >= inner.first + inner.columns &&
    outer.high >= inner.high
  );
}

/** What is needed with room to build on, as far as the wall reaches; never less than was shown. */
export function roomyStretch(view: Scene, needed: Stretch, shown: Stretch | null): Stretch {
  const { low, high } = view.board.reach;
  const [least, most] = [
    Math.min(low[0], needed.first),
    Math.max(high[0] + 1, needed.first + needed.columns),
  ];
  const missing = Math.max(0, LEAST.columns - needed.columns - 2 * ROOM.aside);
  const aside = ROOM.aside + Math.ceil(missing / 2);
  const begin = Math.min(needed.first - aside, shown?.first ?? needed.first);
  const end = Math.max(
    needed.first + needed.columns + aside,
    shown ? shown.first + shown.columns : 0,
  );
  const first = Math.max(least, begin);
  return {
    first,
    columns: Math.min(most, end) - first,
    high: Math.min(
      view.board.size[2],
      Math.max(LEAST.high, needed.high + ROOM.above, shown?.high ?? 0),
    ),
  };
}

/** The box that has to be seen: the board, as high as can be built; of a wall a stretch. */
export function seenBox(view: Scene, stretch = wholeStretch(view), near = false): Box {
  const [columns, rows] = view.board.size;
  const reach = view.board.reach.high[2] + 1;
  // Who comes near leaves room for one more block, and none for all that might be built.
  const high = near ? Math.min(reach, heightOf(view.blocks) + 1) : reach;
  const [x, z] = [columns / 2 + RIM + SHADE, rows / 2 + RIM + SHADE];
  if (!view.board.upright) return { min: [-x, -SLAB, -z], max: [x, Math.max(2, high), z] };
  const left = stretch.first - columns / 2;
  return {
    min: [left - RIM - 0.4 - SHADE, -FOOT_HIGH, -0.6],
    max: [left + stretch.columns + RIM + 0.4 + SHADE, stretch.high + RIM, 1.4 + SHADE],
  };
}

export interface Framing {
  stretch: Stretch;
  box: Box;
}

/** What holds all of several scenes of one game, so that the camera need not move between them. */
export function framingOf(views: readonly Scene[]): Framing {
  const boxes = views.map((view) => seenBox(view, stretchOf(views, view)));
  const last = views.at(-1);
  if (!last) throw new Error("nothing to frame");
  const highest = boxes.reduce((best, box) => (box.max[1] > best.max[1] ? box : best));
  return { stretch: stretchOf(views, last), box: highest };
}

/** A scene as large as it can be seen: above it there need be no room to build. */
export function closeFraming(view: Scene): Framing {
  const { stretch, box } = framingOf([view]);
  const [x, , z] = box.max;
  const top = view.board.upright ? box.max[1] : Math.max(1, heightOf(view.blocks));
  return { stretch, box: { min: box.min, max: [x, top, z] } };
}

function stretchOf(views: readonly Scene[], view: Scene): Stretch {
  if (!view.board.upright) return wholeStretch(view);
  const needed = views.filter(({ blocks }) => blocks.length).map((one) => neededStretch(one, []));
  return roomyStretch(view, needed.length ? united(needed) : neededStretch(view, []), null);
}

function united(stretches: readonly Stretch[]): Stretch {
  const first = Math.min(...stretches.map((one) => one.first));
  const end = Math.max(...stretches.map((one) => one.first + one.columns));
  return { first, columns: end - first, high: Math.max(...stretches.map((one) => one.high)) };
}
