// Wood, made from noise: a square texture whose upper three quarters are long grain (it repeats
// along the grain) and whose lower left quarter-by-quarter shows end grain.
import {
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  RepeatWrapping,
  SRGBColorSpace,
} from "three";

export const WOOD_SIZE = 512;
/** World units across the whole texture. */
export const WOOD_UNITS = 4;

function lattice(x: number, y: number, seed: number): number {
  let bits = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 2147483647);
  bits = Math.imul(bits ^ (bits >>> 13), 1274126177);
  return ((bits ^ (bits >>> 16)) >>> 0) / 4294967295;
}

const smooth = (t: number) => t * t * (3 - 2 * t);

/** Smooth noise from 0 to 1 that repeats every `period` in x. */
function noise(x: number, y: number, period: number, seed: number): number {
  const [cx, cy] = [Math.floor(x), Math.floor(y)];
  const [tx, ty] = [smooth(x - cx), smooth(y - cy)];
  const [x0, x1] = [((cx % period) + period) % period, (((cx + 1) % period) + period) % period];
  const low = lattice(x0, cy, seed) * (1 - tx) + lattice(x1, cy, seed) * tx;
  const high = lattice(x0, cy + 1, seed) * (1 - tx) + lattice(x1, cy + 1, seed) * tx;
  return low * (1 - ty) + high * ty;
}

/** One year's growth: slowly darker, then at once light again, without a hard step. */
const ring = (t: number): number => {
  const year = t - Math.floor(t);
  return year < 0.86 ? (year / 0.86) ** 2 : 1 - smooth((year - 0.86) / 0.14);
};

/** How light the wood is along the grain; x and y in units. */
function longGrain(x: number, y: number): number {
  const warp = noise(x * 0.5, y * 1.3, 2, 1) * 1.5 + noise(x, y * 3, 4, 2) * 0.3;
  const fibres = noise(x * 3, y * 60, 12, 3);
  const pores = Math.max(0, noise(x * 9, y * 80, 36, 4) - 0.72) * 3;
  return 1 - 0.1 * ring(y * 3.4 + warp) - 0.06 * fibres - 0.06 * pores;
}

/** End grain: rings around a heart outside the face. */
function endGrain(x: number, y: number): number {
  const wave = noise(x * 3, y * 3, 64, 5) * 0.1;
  return (
    0.96 -
    0.11 * ring((Math.hypot(x + 0.6, y + 0.45) + wave) * 6) -
    0.05 * noise(x * 40, y * 40, 512, 6)
  );
}

export function woodPixels(size = WOOD_SIZE): Uint8Array {
  const pixels = new Uint8Array(size * size * 4);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const [x, y] = [(column / size) * WOOD_UNITS, (row / size) * WOOD_UNITS];
      const light = y < 1 ? endGrain(x, y) : longGrain(x, y);
      const at = (row * size + column) * 4;
      // Shade is warmer than light.
      pixels[at] = 255 * light;
      pixels[at + 1] = 255 * light ** 1.08;
      pixels[at + 2] = 255 * light ** 1.2;
      pixels[at + 3] = 255;
    }
  return pixels;
}

export function woodTexture(): DataTexture {
  const texture = new DataTexture(woodPixels(), WOOD_SIZE, WOOD_SIZE);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.magFilter = LinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}
