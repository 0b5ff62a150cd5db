import type { CanvasTexture } from "three";
import { textureOf } from "./boardTexture";

/** Numbers from 0 stand in rows of this many. */
export const NUMBERS_ACROSS = 5;
const DOTS = 64;

/** All numbers in white: whoever draws one chooses its colour. */
export function numbersTexture(): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = NUMBERS_ACROSS * DOTS;
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.fillStyle = "#ffffff";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.font = `700 ${DOTS * 0.72}px ui-sans-serif, system-ui, sans-serif`;
    for (let number = 0; number < NUMBERS_ACROSS ** 2; number++) {
      const [column, row] = [number % NUMBERS_ACROSS, Math.floor(number / NUMBERS_ACROSS)];
      pen.fillText(String(number), (column + 0.5) * DOTS, (row + 0.53) * DOTS, DOTS * 0.9);
    }
  }
  return textureOf(canvas);
}
