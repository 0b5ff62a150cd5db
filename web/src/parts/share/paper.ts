import type { StudioLook } from "../../board/studio";

/** The sheet a picture is drawn on: the board, and beneath it what it shows and where it is from. */

export type Caption = { title: string; text: string; link: string };

/** Sizes in pixels. */
export type Sheet = { width: number; height: number; foot: number };

const MARGIN = 0.24; // of the foot

export class Paper {
  readonly canvas = document.createElement("canvas");
  private pen: CanvasRenderingContext2D;
  private sheet: Sheet;
  private caption: Caption;

  constructor(sheet: Sheet, caption: Caption) {
    this.sheet = sheet;
    this.caption = caption;
    this.canvas.width = sheet.width;
    this.canvas.height = sheet.height;
    const pen = this.canvas.getContext("2d", { willReadFrequently: true });
    if (!pen) throw new Error("no canvas");
    this.pen = pen;
  }

  /** The room for the board. */
  get board(): Pick<StudioLook, "width" | "height"> {
    return { width: this.sheet.width, height: this.sheet.height - this.sheet.foot };
  }

  show(board: CanvasImageSource): void {
    const { width, height, foot } = this.sheet;
    const { pen, caption } = this;
    pen.fillStyle = colour("--paper");
    pen.fillRect(0, 0, width, height);
    pen.drawImage(board, 0, 0, width, height - foot);
    const [top, side] = [height - foot, foot * MARGIN];
    const room = width - 2 * side;
    pen.textBaseline = "alphabetic";
    pen.fillStyle = colour("--ink");
    pen.font = `700 ${foot * 0.3}px system-ui, sans-serif`;
    pen.fillText(caption.title, side, top + foot * 0.36, room);
    const taken = Math.min(room, pen.measureText(caption.title).width) + side;
    pen.font = `${foot * 0.26}px system-ui, sans-serif`;
    if (room - taken > 0)
      pen.fillText(shortened(pen, caption.text, room - taken), side + taken, top + foot * 0.36);
    pen.fillStyle = colour("--muted");
    pen.font = `${foot * 0.2}px system-ui, sans-serif`;
    pen.fillText(shortened(pen, caption.link, room), side, top + foot * 0.74);
  }

  get pixels(): Uint8ClampedArray {
    return this.pen.getImageData(0, 0, this.sheet.width, this.sheet.height).data;
  }
}

/** What of a text has room. */
function shortened(pen: CanvasRenderingContext2D, text: string, room: number): string {
  if (pen.measureText(text).width <= room) return text;
  let end = text.length;
  while (end > 0 && pen.measureText(`${text.slice(0, end)}…`).width > room) end--;
  return `${text.slice(0, end)}…`;
}

/** A colour of the page's theme as a canvas understands it. */
function colour(name: string): string {
  const probe = document.createElement("i");
  probe.hidden = true;
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}
