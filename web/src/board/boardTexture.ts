// The top of the board, painted once on a canvas: wood, engraved grid, coloured areas, and the
// names of columns and rows on the rim.
import { CanvasTexture, SRGBColorSpace } from "three";
import type { Board, Region } from "../wire";
import { lookOf, SIGN_PATHS } from "./colours";
import { columnLetter } from "./space";
import { WOOD_SIZE, woodPixels } from "./wood";

/** Width of the rim around the cells, in cells. */
export const RIM = 0.72;

interface Surface {
  board: Board;
  regions: readonly Region[];
  patterns: boolean;
  timber: string;
}

/** Sharp enough for a phone held close; a large board needs fewer dots a cell. */
const dotsPerCell = (cells: number): number => Math.min(128, Math.floor(1792 / cells));

export function boardTexture(surface: Surface): CanvasTexture {
  const { board } = surface;
  const [columns, rows, levels] = board.size;
  const tall = board.upright ? levels : rows;
  const dots = dotsPerCell(Math.max(columns, tall) + 2 * RIM);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round((columns + 2 * RIM) * dots);
  canvas.height = Math.round((tall + 2 * RIM) * dots);
  const pen = canvas.getContext("2d");
  if (pen) {
    paintWood(pen, canvas.width, canvas.height, dots, surface.timber);
    // From here a unit is a cell, and y grows downwards from the far edge of the cells.
    pen.setTransform(dots, 0, 0, dots, RIM * dots, RIM * dots);
    paintField(pen, columns, tall);
    for (const region of surface.regions) paintRegion(pen, region, tall, surface.patterns);
    paintGrid(pen, columns, tall);
    paintNames(pen, columns, tall);
  }
  return textureOf(canvas);
}

type Pen = CanvasRenderingContext2D;

function paintWood(pen: Pen, wide: number, tall: number, dots: number, timber: string): void {
  const grain = document.createElement("canvas");
  grain.width = grain.height = WOOD_SIZE;
  grain
    .getContext("2d")
    ?.putImageData(new ImageData(new Uint8ClampedArray(woodPixels()), WOOD_SIZE, WOOD_SIZE), 0, 0);
  const quarter = WOOD_SIZE / 4;
  const plank = 4 * dots;
  for (let y = 0; y < tall; y += plank * 0.75)
    for (let x = 0; x < wide; x += plank)
      pen.drawImage(grain, 0, quarter, WOOD_SIZE, quarter * 3, x, y, plank + 1, plank * 0.75 + 1);
  pen.globalCompositeOperation = "multiply";
  pen.fillStyle = timber;
  pen.fillRect(0, 0, wide, tall);
  pen.globalCompositeOperation = "source-over";
}

function paintField(pen: Pen, columns: number, tall: number): void {
  pen.fillStyle = "rgba(255, 240, 210, 0.16)";
  pen.fillRect(0, 0, columns, tall);
  pen.fillStyle = "rgba(60, 32, 12, 0.055)";
  for (let x = 0; x < columns; x++)
    for (let y = (x + tall) % 2; y < tall; y += 2) pen.fillRect(x, y, 1, 1);
}

/** A goal is filled; where pieces start from only has a border. */
function paintRegion(pen: Pen, { kind, colour, cells }: Region, tall: number, patterns: boolean) {
  const look = lookOf(colour);
  for (const cell of cells) {
    const [x, y] = [cell[0], tall - 1 - cell[1]];
    pen.globalAlpha = 0.5;
    pen.fillStyle = pen.strokeStyle = look.stain;
    if (kind === "goal") pen.fillRect(x, y, 1, 1);
    else {
      pen.lineWidth = 0.09;
      pen.strokeRect(x + 0.1, y + 0.1, 0.8, 0.8);
    }
    if (patterns && kind === "goal") {
      pen.globalAlpha = 0.55;
      pen.save();
      pen.translate(x + 0.5, y + 0.5);
      pen.scale(0.2, 0.2);
      pen.fill(new Path2D(SIGN_PATHS[look.sign]), "evenodd");
      pen.restore();
    }
    pen.globalAlpha = 1;
  }
}

function paintGrid(pen: Pen, columns: number, tall: number): void {
  // A dark cut with a light edge below it looks engraved.
  for (const [shift, ink] of [
    [0.014, "rgba(255, 244, 222, 0.35)"],
    [0, "rgba(58, 32, 14, 0.5)"],
  ] as const) {
    pen.strokeStyle = ink;
    pen.lineWidth = 0.022;
    pen.beginPath();
    for (let x = 0; x <= columns; x++) {
      pen.moveTo(x + shift, shift);
      pen.lineTo(x + shift, tall + shift);
    }
    for (let y = 0; y <= tall; y++) {
      pen.moveTo(shift, y + shift);
      pen.lineTo(columns + shift, y + shift);
    }
    pen.stroke();
  }
}

const FONT = 'ui-sans-serif, system-ui, "Segoe UI", sans-serif';
const INK = "rgba(52, 28, 12, 0.82)";

function paintNames(pen: Pen, columns: number, tall: number): void {
  const edge = RIM * 0.48;
  write(pen, Math.min(0.36, 0.24 + columns * 0.012));
  for (let x = 0; x < columns; x++)
    for (const y of [tall + edge, -edge]) pen.fillText(columnLetter(x), x + 0.5, y);
  for (let y = 0; y < tall; y++)
    for (const x of [-edge, columns + edge]) pen.fillText(String(tall - y), x, y + 0.5);
}

function write(pen: Pen, size: number): void {
  pen.fillStyle = INK;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.font = `600 ${size}px ${FONT}`;
}

/** The letters of the columns alone, for the foot of a wall: one cell wide, a rim high. */
export function namesTexture(columns: number): CanvasTexture {
  const dots = dotsPerCell(columns);
  const canvas = document.createElement("canvas");
  canvas.width = columns * dots;
  canvas.height = Math.round(RIM * dots);
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.scale(dots, dots);
    write(pen, 0.42);
    for (let x = 0; x < columns; x++) pen.fillText(columnLetter(x), x + 0.5, RIM * 0.48);
  }
  return textureOf(canvas);
}

/** A painted canvas as a texture. */
export function textureOf(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

/** A soft dark patch, for a shadow that is painted and not cast. */
export function shadeTexture(): CanvasTexture {
  const size = 128;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.filter = `blur(${size / 24}px)`;
    pen.fillStyle = "rgba(43, 26, 12, 0.5)";
    pen.fillRect(size / 8, size / 8, size * 0.75, size * 0.75);
  }
  return textureOf(canvas);
}
