// Where on the page to point so that a cell is meant: for tours of the board, and for its tests.
import { sameCell } from "../scene";
import type { Cell } from "../wire";
import { underFinger } from "./aiming";
import type { CameraHandle } from "./CameraControl";
import { hitTest, type Pickable } from "./hitTest";
import { boxOf, middle } from "./space";

const STRIDE = 7; // pixels; smaller than any target worth clicking
const REACH = 14; // strides around the middle of the cell that are tried

type Place = readonly [x: number, y: number];

/**
 * The nearest point of the canvas to a cell's middle from which the eye surely meets that cell;
 * better one where a finger means nothing else.
 */
export function pagePointOf(rig: CameraHandle, canvas: DOMRect, pickable: Pickable, cell: Cell) {
  const [x, y] = rig.place(middle(boxOf(pickable.board, [cell])));
  let narrow: Place | null = null;
  for (const [right, down] of outwards) {
    const point = [canvas.left + x + right * STRIDE, canvas.top + y + down * STRIDE] as const;
    const met = inside(canvas, point) ? hitTest(rig.rayAt(...point), pickable) : null;
    if (!met || met.unsure || !sameCell(met.cell, cell)) continue;
    const rayAt = (dx: number, dy: number) => rig.rayAt(point[0] + dx, point[1] + dy);
    const [first, second] = underFinger(pickable, rayAt);
    if (first && !second && sameCell(first.cell, cell)) return point;
    narrow ??= point;
  }
  return narrow;
}

const steps = Array.from({ length: 2 * REACH + 1 }, (_, step) => step - REACH);
const outwards = steps
  .flatMap((right) => steps.map((down) => [right, down] as const))
  .sort((a, b) => Math.hypot(...a) - Math.hypot(...b));

const inside = ({ left, right, top, bottom }: DOMRect, [x, y]: Place) =>
  x > left && x < right && y > top && y < bottom;
