import { columnLetter, filledBy, heightOf, topOf } from "../../board/space";
import { type Say, t } from "../../i18n";
import { cellKey, SIDES } from "../../scene";
import type { Cell, Scene, Side } from "../../wire";
import { capital } from "../../words";
import {
  cellText,
  columnsOf,
  levelName,
  levelsOf,
  placeText,
  rowsOf,
  sidePicture,
} from "./inWords";

/** Ways to walk a board as a table: its stacks from above, level by level, a wall, or a side. */

export type Layer =
  | { kind: "stacks" }
  | { kind: "wall" }
  | { kind: "level"; level: number }
  | { kind: "side"; side: Side };

/** A square of the table: what is read, the colour and height shown, and the cell it stands for. */
export type Walked = {
  key: string;
  text: string;
  colour: string | null;
  height: number;
  cell: Cell | null;
};

export type Sheet = { columns: string[]; rows: { name: string; squares: Walked[] }[] };

export function layersOf(view: Scene): Layer[] {
  if (view.board.upright) return [{ kind: "wall" }];
  return [
    { kind: "stacks" },
    ...levelsOf(view).map((level): Layer => ({ kind: "level", level })),
    ...SIDES.map((side): Layer => ({ kind: "side", side })),
  ];
}

export function layerName(layer: Layer): string {
  if (layer.kind === "level") return capital(levelName(layer.level));
  if (layer.kind === "side") return t(`ear.from.${layer.side}`);
  return t(layer.kind === "wall" ? "ear.wall" : "ear.stacks");
}

/** The table of a layer, the row that is farthest or highest first. */
export function sheetOf(view: Scene, layer: Layer, say: Say): Sheet {
  if (layer.kind === "side") return sideSheet(view, layer.side, say);
  const { board, blocks } = view;
  const filled = filledBy(blocks);
  const columns = columnsOf(board);
  const wall = layer.kind === "wall";
  const rows = wall ? levelsOf(view) : rowsOf(board);
  const square = (x: number, row: number): Walked => {
    const level = layer.kind === "level" ? layer.level : 0;
    const cell: Cell = wall ? [x, 0, row] : [x, row, level];
    const height = layer.kind === "stacks" ? topOf(filled, cell)[2] : 0;
    const seen: Cell = height ? [x, row, height - 1] : cell;
    return {
      key: cellKey(cell),
      text: (layer.kind === "level" ? cellText : placeText)(view, cell, say),
      colour: filled.get(cellKey(seen))?.colour ?? null,
      height,
      cell,
    };
  };
  return {
    columns: columns.map(columnLetter),
    rows: [...rows].reverse().map((row) => ({
      name: String(row + 1),
      squares: columns.map((x) => square(x, row)),
    })),
  };
}

function sideSheet(view: Scene, side: Side, say: Say): Sheet {
  const picture = sidePicture(view, side);
  const row = (index: number) => picture.length - index;
  return {
    columns: (picture[0] ?? []).map((_, column) => String(column + 1)),
    rows: picture.map((colours, index) => ({
      name: String(row(index)),
      squares: colours.map((colour, column) => ({
        key: `${side} ${column},${index}`,
        text: t("ear.square", {
          column: column + 1,
          row: row(index),
          what: colour ? say(colour) : t("ear.empty"),
        }),
        colour,
        height: 0,
        cell: null,
      })),
    })),
  };
}

/** The levels in their order, or the sides in theirs: what Page Up and Page Down go through. */
export function neighbour(layers: readonly Layer[], at: number, way: 1 | -1): number {
  const side = layers[at]?.kind === "side";
  const to = at + way;
  return layers[to] && (layers[to]?.kind === "side") === side ? to : at;
}

/** Where the top of a stack is, or the ground. */
export const topCell = ({ blocks }: Scene, [x, y]: Cell): Cell => {
  const [, , z] = topOf(filledBy(blocks), [x, y, 0]);
  return [x, y, Math.max(0, Math.min(z, heightOf(blocks)) - 1)];
};
