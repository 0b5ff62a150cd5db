// The top of the board, painted once on a canvas: wood, engraved grid, coloured areas, and the
// names of columns and rows on the rim.
import { CanvasTexture, SRGBColorSpace } from "three";
import type { Region } from "../wire";
import { type Look, lookOf, SIGN_PATHS } from "./colours";
import type { Stretch } from "./framing";
import { columnLetter } from "./space";
import { WOOD_SIZE, WOOD_UNITS, woodPixels } from "./wood";

/** Width of the rim around the cells, in cells. */
export const RIM = 0.72;

interface Surface {
  stretch: Stretch;
  /** Quarters around the board from which the names are read. */
  quarters: number;
  /** The bars of a frame are of darker wood. */
  frame: boolean;
  regions: readonly Region[];
  patterns: boolean;
  timber: string;
}

/** Sharp enough for a phone held close; a large board needs fewer dots a cell. */
const dotsPerCell = (cells: number): number => Math.min(128, Math.floor(1792 / cells));

export function boardTexture(surface: Surface): CanvasTexture {
  const { columns, high: tall } = surface.stretch;
  const dots = dotsPerCell(Math.max(columns, tall) + 2 * RIM);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round((columns + 2 * RIM) * dots);
  canvas.height = Math.round((tall + 2 * RIM) * dots);
  const pen = canvas.getContext("2d");
  if (pen) {
    paintWood(pen, canvas.width, canvas.height, dots, surface.timber);
    // From here a unit is a cell, and y grows downwards from the far edge of the cells.
    pen.setTransform(dots, 0, 0, dots, RIM * dots, RIM * dots);
    if (surface.frame) paintFrame(pen, columns, tall);
    paintField(pen, columns, tall);
    for (const region of surface.regions) paintRegion(pen, region, tall, surface.patterns);
    paintGrid(pen, columns, tall);
    paintNames(pen, surface);
  }
  return textureOf(canvas);
}

type Pen = CanvasRenderingContext2D;

function paintWood(pen: Pen, wide: number, tall: number, dots: number, timber: string): void {
  const grain = document.createElement("canvas");
  const { along, out } = WOOD_SIZE;
  [grain.width, grain.height] = [along, out];
  grain
    .getContext("2d")
    ?.putImageData(new ImageData(new Uint8ClampedArray(woodPixels()), along, out), 0, 0);
  const plank = WOOD_UNITS * dots;
  for (let y = 0; y < tall; y += plank)
    for (let x = 0; x < wide; x += plank) pen.drawImage(grain, x, y, plank + 1, plank + 1);
  pen.globalCompositeOperation = "multiply";
  pen.fillStyle = timber;
  pen.fillRect(0, 0, wide, tall);
  pen.globalCompositeOperation = "source-over";
}

/** Bars around the field, and the darkness at their foot within. */
function paintFrame(pen: Pen, columns: number, tall: number): void {
  pen.globalCompositeOperation = "multiply";
  pen.fillStyle = "#a88d7a";
  pen.fillRect(-RIM, -RIM, columns + 2 * RIM, RIM);
  pen.fillRect(-RIM, tall, columns + 2 * RIM, RIM);
  pen.fillRect(-RIM, 0, RIM, tall);
  pen.fillRect(columns, 0, RIM, tall);
  pen.globalCompositeOperation = "source-over";
  pen.strokeStyle = "rgba(40, 20, 6, 0.1)";
  for (const width of [0.1, 0.22, 0.36, 0.52]) {
    pen.lineWidth = width;
    pen.save();
    pen.beginPath();
    pen.rect(0, 0, columns, tall);
    pen.clip();
    pen.strokeRect(0, 0, columns, tall);
    pen.restore();
  }
}

function paintField(pen: Pen, columns: number, tall: number): void {
  pen.fillStyle = "rgba(255, 240, 210, 0.1)";
  pen.fillRect(0, 0, columns, tall);
  pen.fillStyle = "rgba(60, 32, 12, 0.06)";
  for (let x = 0; x < columns; x++)
    for (let y = (x + tall) % 2; y < tall; y += 2) pen.fillRect(x, y, 1, 1);
}

function paintRegion(pen: Pen, region: Region, tall: number, patterns: boolean): void {
  const cells = region.cells.map(([x, y]) => [x, tall - 1 - y] as const);
  const look = lookOf(region.colour);
  if (region.kind === "start") paintStart(pen, cells, look);
  else paintGoal(pen, cells, look, region.seat !== null, patterns);
}

type Places = readonly (readonly [x: number, y: number])[];

/** A goal is filled; one that somebody plays for is stronger and bears rings to aim at. */
function paintGoal(pen: Pen, cells: Places, look: Look, played: boolean, patterns: boolean): void {
  pen.fillStyle = pen.strokeStyle = look.stain;
  pen.globalAlpha = played ? 0.86 : 0.5;
  for (const [x, y] of cells) pen.fillRect(x, y, 1, 1);
  pen.globalAlpha = 1;
  if (played) paintTarget(pen, cells, look.ink);
  if (!patterns) return;
  pen.fillStyle = look.ink;
  pen.globalAlpha = 0.55;
  for (const [x, y] of cells) {
    pen.save();
    pen.translate(x + 0.5, y + 0.5);
    pen.scale(0.2, 0.2);
    pen.fill(new Path2D(SIGN_PATHS[look.sign]), "evenodd");
    pen.restore();
  }
  pen.globalAlpha = 1;
}

function paintTarget(pen: Pen, cells: Places, ink: string): void {
  const mid = (axis: 0 | 1) =>
    cells.reduce((sum, cell) => sum + cell[axis] + 0.5, 0) / cells.length;
  const reach = Math.sqrt(cells.length) / 2;
  pen.strokeStyle = pen.fillStyle = ink;
  pen.globalAlpha = 0.5;
  pen.lineWidth = 0.07;
  for (const radius of [reach * 0.82, reach * 0.52]) {
    pen.beginPath();
    pen.arc(mid(0), mid(1), radius, 0, 7);
    pen.stroke();
  }
  pen.beginPath();
  pen.arc(mid(0), mid(1), reach * 0.18, 0, 7);
  pen.fill();
  pen.globalAlpha = 1;
}

/** Where pieces start from has a border in their colour, edged so that it shows on any other. */
function paintStart(pen: Pen, cells: Places, look: Look): void {
  const has = (x: number, y: number) => cells.some((cell) => cell[0] === x && cell[1] === y);
  pen.lineCap = "square";
  pen.beginPath();
  for (const [x, y] of cells)
    for (const [right, down] of NEIGHBOURS) {
      if (has(x + right, y + down)) continue;
      // The edge towards an empty neighbour, a little within the cell, on to the next cell's edge.
      const [u, v] = [x + 0.5 + 0.4 * right, y + 0.5 + 0.4 * down];
      const [back, on] = [
        has(x - down, y - right) ? 0.5 : 0.4,
        has(x + down, y + right) ? 0.5 : 0.4,
      ];
      pen.moveTo(u - back * down, v - back * right);
      pen.lineTo(u + on * down, v + on * right);
    }
  for (const [ink, width] of [
    ["rgba(255, 248, 234, 0.85)", 0.16],
    [look.stain, 0.09],
  ] as const) {
    pen.strokeStyle = ink;
    pen.lineWidth = width;
    pen.stroke();
  }
}

const NEIGHBOURS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

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
const INK = "rgba(46, 24, 10, 0.88)";
const LIGHT_INK = "rgba(255, 240, 214, 0.92)";

function paintNames(pen: Pen, { stretch, quarters, frame }: Surface): void {
  const { first, columns, high: tall } = stretch;
  const edge = RIM * 0.5;
  write(pen, Math.min(0.36, 0.24 + columns * 0.012), frame ? LIGHT_INK : INK);
  const name = (text: string, x: number, y: number) => {
    pen.save();
    pen.translate(x, y);
    pen.rotate((-quarters * Math.PI) / 2);
    pen.fillText(text, 0, 0);
    pen.restore();
  };
  for (let x = 0; x < columns; x++)
    for (const y of [tall + edge, -edge]) name(columnLetter(first + x), x + 0.5, y);
  for (let y = 0; y < tall; y++)
    for (const x of [-edge, columns + edge]) name(String(tall - y), x, y + 0.5);
}

function write(pen: Pen, size: number, ink: string): void {
  pen.fillStyle = ink;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.font = `600 ${size}px ${FONT}`;
}

/** The letters of the columns alone, for the foot of a wall: one cell wide, a rim high. */
export function namesTexture(first: number, columns: number): CanvasTexture {
  const dots = dotsPerCell(columns);
  const canvas = document.createElement("canvas");
  canvas.width = columns * dots;
  canvas.height = Math.round(RIM * dots);
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.scale(dots, dots);
    write(pen, 0.42, INK);
    for (let x = 0; x < columns; x++) pen.fillText(columnLetter(first + x), x + 0.5, RIM * 0.48);
  }
  return textureOf(canvas);
}

/** A painted canvas as a texture. */
export function textureOf(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}
