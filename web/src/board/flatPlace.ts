// Where the flat board draws a cell; the keyboard walks by it where no camera tells.
import type { Cell, Scene } from "../wire";
import type { Spot } from "./keyboard";
import { heightOf } from "./space";

/** Cells between two levels. */
export const GUTTER = 1.4;

/** How many levels stand beside each other, so that all of them fill about a square. */
export function across({ board, blocks }: Scene): number {
  const [columns, rows, levels] = board.size;
  const count = Math.min(levels, heightOf(blocks) + 1);
  return Math.max(1, Math.round(Math.sqrt((count * rows) / columns)));
}

/** Where a cell is drawn, in cells; levels follow each other to the right, then below. */
export function flatPlace(view: Scene, [x, y, z]: Cell): Spot {
  const { board } = view;
  const [columns, rows, levels] = board.size;
  if (board.upright) return [x, levels - 1 - z];
  const beside = across(view);
  return [
    x + (z % beside) * (columns + GUTTER),
    rows - 1 - y + Math.floor(z / beside) * (rows + GUTTER),
  ];
}
