import { HouseError } from "../../api";
import type { Studio, StudioLook } from "../../board/studio";
import { part } from "../../state/parts";
import type { Scene } from "../../wire";
import type { ToGif } from "./gifWorker";
import { type Caption, Paper, type Sheet } from "./paper";

/** Pictures of positions: one as a PNG, or all of a game as a GIF, drawn as the page draws them. */

export type Look = Omit<StudioLook, "width" | "height" | "quality">;

/** The positions of a game, as far as they may be seen. */
export type Replay = { count: number; at: (number: number) => Promise<Scene> };

const STILL: Sheet = { width: 1200, height: 900, foot: 96 };
const MOVING: Sheet = { width: 480, height: 400, foot: 44 };

/** Milliseconds. A long game hurries, and its end is held. */
const TIMES = { all: 40_000, most: 700, least: 250, end: 3000 };
/** Milliseconds between questions, so that the house has nothing to complain about. */
const PATIENCE = 60;

export async function positionPicture(view: Scene, look: Look, caption: Caption): Promise<Blob> {
  const paper = new Paper(STILL, caption);
  const studio = await studioFor(paper, { ...look, quality: "fine" }, [view]);
  try {
    paper.show(await studio.draw(view));
  } finally {
    studio.close();
  }
  return new Promise((done, fail) =>
    paper.canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture")))),
  );
}

type Making = { signal: AbortSignal; onProgress: (share: number) => void };

/** All positions one after the other; half of the work is asking for them. */
export async function replayPicture(
  replay: Replay,
  look: Look,
  caption: Caption,
  { signal, onProgress }: Making,
): Promise<Blob> {
  const views: Scene[] = [];
  for (let number = 0; number <= replay.count; number++) {
    signal.throwIfAborted();
    views.push(await patiently(() => replay.at(number)));
    onProgress((0.5 * number) / (replay.count + 1));
    await pause(PATIENCE);
  }
  const paper = new Paper(MOVING, caption);
  const studio = await studioFor(paper, look, views);
  const maker = new GifMaker();
  try {
    await maker.ask({ kind: "begin", ...MOVING, sample: await sampled(studio, paper, views) });
    for (const [index, view] of views.entries()) {
      signal.throwIfAborted();
      paper.show(await studio.draw(view));
      await maker.ask({
        kind: "frame",
        pixels: paper.pixels,
        delay: delayOf(index, views.length),
      });
      onProgress(0.5 + (0.5 * (index + 1)) / views.length);
      await pause(0);
    }
    const bytes = await maker.ask({ kind: "finish" });
    return new Blob(bytes ? [bytes] : [], { type: "image/gif" });
  } finally {
    studio.close();
    maker.close();
  }
}

/** Asks again where the house asks for patience. */
async function patiently<T>(ask: () => Promise<T>, tries = 5): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof HouseError) || error.code !== "too-fast" || !tries) throw error;
    await pause(1000);
    return patiently(ask, tries - 1);
  }
}

export function delayOf(index: number, count: number): number {
  if (index === count - 1) return TIMES.end;
  return Math.max(TIMES.least, Math.min(TIMES.most, Math.round(TIMES.all / count)));
}

async function studioFor(
  paper: Paper,
  look: Omit<StudioLook, "width" | "height">,
  views: readonly Scene[],
): Promise<Studio> {
  const { openStudio } = await part(() => import("../../board/studio"));
  return openStudio({ ...look, ...paper.board }, views);
}

/** The pixels of the first and the last position: between them are all colours of a game. */
async function sampled(
  studio: Studio,
  paper: Paper,
  views: readonly Scene[],
): Promise<Uint8ClampedArray> {
  const found: Uint8ClampedArray[] = [];
  for (const view of [views[0], views.at(-1)])
    if (view) {
      paper.show(await studio.draw(view));
      found.push(paper.pixels);
    }
  const sample = new Uint8ClampedArray(found.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const pixels of found) {
    sample.set(pixels, at);
    at += pixels.length;
  }
  return sample;
}

const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

/** The worker that makes the GIF: one question at a time. */
class GifMaker {
  private worker = new Worker(new URL("./gifWorker.ts", import.meta.url), { type: "module" });

  ask(message: ToGif): Promise<Uint8Array<ArrayBuffer> | null> {
    return new Promise((done, fail) => {
      this.worker.onmessage = ({ data }) => done(data);
      this.worker.onerror = () => fail(new Error("no replay"));
      const pixels = "pixels" in message ? [message.pixels.buffer as ArrayBuffer] : [];
      this.worker.postMessage(message, pixels);
    });
  }

  close(): void {
    this.worker.terminate();
  }
}
