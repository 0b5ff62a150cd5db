import type { Studio, StudioLook } from "../../board/studio";
import { part } from "../../state/parts";
import type { FigureFacts } from "../../wire";
import { marksOf, shownOf } from "./figures";

/**
 * Draws the pictures of figures, one at a time, with one studio for all of them: what was asked for
 * last is in sight now and comes first. Between two pictures the page gets its turn.
 */
export class PictureDesk {
  private studio: Promise<Studio> | null = null;
  private pictures = new Map<string, Promise<string>>();
  private waiting: (() => Promise<void>)[] = [];
  private busy = false;
  private closed = false;

  constructor(private look: StudioLook) {}

  /** The address of a figure's picture, once it is drawn. */
  picture(figure: FigureFacts): Promise<string> {
    const known = this.pictures.get(figure.name);
    if (known) return known;
    const asked = new Promise<string>((done, fail) => {
      this.waiting.push(() => this.draw(figure).then(done, fail));
    });
    this.pictures.set(figure.name, asked);
    asked.catch(() => this.pictures.delete(figure.name));
    void this.work();
    return asked;
  }

  close(): void {
    this.closed = true;
    this.waiting = [];
    void this.studio?.then((studio) => studio.close());
    for (const picture of this.pictures.values())
      void picture.then(URL.revokeObjectURL, () => undefined);
  }

  private async work(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    for (let next = this.waiting.pop(); next; next = this.waiting.pop()) {
      await next();
      await breath();
    }
    this.busy = false;
  }

  private async draw(figure: FigureFacts): Promise<string> {
    this.studio ??= part(() => import("../../board/studio")).then(({ openStudio }) =>
      openStudio(this.look),
    );
    const studio = await this.studio;
    if (this.closed) throw new Error("closed");
    const image = await studio.draw(shownOf(figure), marksOf(figure));
    return addressOf(image, this.look);
  }
}

/** A copy, as the studio draws the next one over it. */
async function addressOf(
  image: CanvasImageSource,
  { width, height }: Pick<StudioLook, "width" | "height">,
): Promise<string> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/webp", 0.9));
  if (!blob) throw new Error("no picture");
  return URL.createObjectURL(blob);
}

const breath = () => new Promise<void>((done) => setTimeout(done, 0));
