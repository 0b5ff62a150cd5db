// The shadow a board throws on the table around it: darkest under its edge, gone a little further.
import { DataTexture, LinearFilter } from "three";

/** How far the shadow reaches beyond the board, in cells. */
export const SHADE_REACH = 0.8;
const DARKEST = 0.42;
const DOTS = 96;

export function shadeTexture(wide: number, deep: number): DataTexture {
  const pixels = new Uint8Array(DOTS * DOTS * 4);
  for (let row = 0; row < DOTS; row++)
    for (let column = 0; column < DOTS; column++) {
      const beyond = (at: number, length: number) =>
        Math.max(0, Math.abs((at + 0.5) / DOTS - 0.5) * (length + 2 * SHADE_REACH) - length / 2);
      const far = Math.hypot(beyond(column, wide), beyond(row, deep)) / SHADE_REACH;
      const alpha = DARKEST * Math.max(0, 1 - far) ** 2.2;
      pixels.set([30, 17, 8, 255 * alpha], (row * DOTS + column) * 4);
    }
  const texture = new DataTexture(pixels, DOTS, DOTS);
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}
