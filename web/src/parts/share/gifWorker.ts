import { Gif } from "./gif";

/** Makes the moving picture beside the page, which stays free. Every message is answered. */

export type ToGif =
  | { kind: "begin"; width: number; height: number; sample: Uint8ClampedArray }
  | { kind: "frame"; pixels: Uint8ClampedArray; delay: number }
  | { kind: "finish" };

let gif: Gif | null = null;

self.onmessage = ({ data }: MessageEvent<ToGif>) => {
  if (data.kind === "begin") gif = new Gif(data.width, data.height, data.sample);
  else if (data.kind === "frame") gif?.add(data.pixels, data.delay);
  self.postMessage(data.kind === "finish" ? gif?.finish() : null);
};
