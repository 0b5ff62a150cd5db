// Wood, made from noise: how light it is along the grain and outwards from the heart of the log.
// The texture repeats both ways. A block looks up each of its points by its place in the log, so
// that sides show long grain, ends show rings, and both meet at the edges.
import { DataTexture, LinearFilter, RepeatWrapping, SRGBColorSpace } from "three";

/** Along the grain little changes, so half the dots will do. */
export const WOOD_SIZE = { along: 256, out: 512 };
/** World units across the whole texture. */
export const WOOD_UNITS = 4;

function lattice(x: number, y: number, seed: number): number {
  let bits = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 2147483647);
  bits = Math.imul(bits ^ (bits >>> 13), 1274126177);
  return ((bits ^ (bits >>> 16)) >>> 0) / 4294967295;
}

const smooth = (t: number) => t * t * (3 - 2 * t);

/** Smooth noise from 0 to 1 with so many waves along and out in the whole texture. */
function noise(x: number, y: number, along: number, out: number, seed: number): number {
  const [wx, wy] = [(x / WOOD_UNITS) * along, (y / WOOD_UNITS) * out];
  const [cx, cy] = [Math.floor(wx), Math.floor(wy)];
  const [tx, ty] = [smooth(wx - cx), smooth(wy - cy)];
  const [x0, x1, y0, y1] = [cx % along, (cx + 1) % along, cy % out, (cy + 1) % out];
  const low = lattice(x0, y0, seed) * (1 - tx) + lattice(x1, y0, seed) * tx;
  const high = lattice(x0, y1, seed) * (1 - tx) + lattice(x1, y1, seed) * tx;
  return low * (1 - ty) + high * ty;
}

/** One year's growth: slowly darker, then at once light again, without a hard step. */
const ring = (t: number): number => {
  const year = t - Math.floor(t);
  return year < 0.8 ? (year / 0.8) ** 2 : 1 - smooth((year - 0.8) / 0.2);
};

const YEARS = 22;

function lightness(x: number, y: number): number {
  const warp = noise(x, y, 3, 7, 1) * 1.3 + noise(x, y, 6, 16, 2) * 0.35;
  const strength = 0.6 + 0.8 * noise(x, y, 2, 9, 7);
  const fibres = noise(x, y, 14, 230, 3);
  const pores = Math.max(0, noise(x, y, 40, 250, 4) - 0.72) * 2.4;
  return (
    1 - 0.12 * strength * ring((y / WOOD_UNITS) * YEARS + warp) - 0.055 * fibres - 0.06 * pores
  );
}

let made: Uint8Array | null = null;

/** Made once: the blocks and the ground are of one wood. */
export function woodPixels(): Uint8Array {
  made ??= paintedPixels();
  return made;
}

function paintedPixels(): Uint8Array {
  const { along, out } = WOOD_SIZE;
  const pixels = new Uint8Array(along * out * 4);
  for (let row = 0; row < out; row++)
    for (let column = 0; column < along; column++) {
      const light = lightness((column / along) * WOOD_UNITS, (row / out) * WOOD_UNITS);
      const at = (row * along + column) * 4;
      // Shade is warmer than light.
      pixels[at] = 255 * light;
      pixels[at + 1] = 255 * light ** 1.08;
      pixels[at + 2] = 255 * light ** 1.2;
      pixels[at + 3] = 255;
    }
  return pixels;
}

export function woodTexture(): DataTexture {
  const texture = new DataTexture(woodPixels(), WOOD_SIZE.along, WOOD_SIZE.out);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}
