/** The parts of gifenc that are used; it brings no types. */
declare module "gifenc/dist/gifenc.esm.js" {
  export type RGB = [number, number, number];
  type Format = "rgb565" | "rgb444" | "rgba4444";
  type Frame = {
    palette?: RGB[];
    delay?: number;
    repeat?: number;
    transparent?: boolean;
    transparentIndex?: number;
    dispose?: number;
  };
  export function quantize(
    pixels: Uint8Array | Uint8ClampedArray,
    most: number,
    options?: { format?: Format },
  ): RGB[];
  export function applyPalette(
    pixels: Uint8Array | Uint8ClampedArray,
    palette: RGB[],
    format?: Format,
  ): Uint8Array;
  export function GIFEncoder(): {
    writeFrame(indices: Uint8Array, width: number, height: number, options?: Frame): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
}
