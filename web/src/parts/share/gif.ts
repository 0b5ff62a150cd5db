import { applyPalette, GIFEncoder, quantize, type RGB } from "gifenc/dist/gifenc.esm.js";

/** A moving picture of frames that differ little: what stays as it was is left out. */

const COLOURS = 255; // and one more that leaves a pixel as it is
const FORMAT = "rgb565";

export class Gif {
  private encoder = GIFEncoder();
  private palette: RGB[];
  private clear: number;
  private shown: Uint8Array | null = null;

  /** The colours are those of some sample pixels, such as those of the last frame. */
  constructor(
    private width: number,
    private height: number,
    sample: Uint8ClampedArray,
  ) {
    const colours = quantize(sample, COLOURS, { format: FORMAT });
    this.clear = colours.length;
    this.palette = [...colours, [0, 0, 0]];
  }

  /** A frame that is shown for some milliseconds. */
  add(pixels: Uint8ClampedArray, delay: number): void {
    const next = applyPalette(pixels, this.palette.slice(0, this.clear), FORMAT);
    const { shown, clear } = this;
    const written = shown
      ? next.map((colour, at) => (colour === shown[at] ? clear : colour))
      : next;
    this.encoder.writeFrame(written, this.width, this.height, {
      delay,
      dispose: 1,
      ...(shown
        ? { transparent: true, transparentIndex: clear }
        : { palette: this.palette, repeat: 0 }),
    });
    this.shown = next;
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.encoder.finish();
    return this.encoder.bytes();
  }
}
