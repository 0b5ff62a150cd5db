// Pictures of the flat board, where the machine draws no other.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { Scene } from "../wire";
import { FlatBoard } from "./FlatBoard";
import type { PictureMarks, Studio, StudioLook } from "./studio";

/** What the style sheet says of the parts of the board; an image brings none of its own. */
const STYLED = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
];

export class FlatStudio implements Studio {
  private host = document.createElement("div");
  private root = createRoot(this.host);

  constructor(private look: StudioLook) {
    this.host.className = "board";
    this.host.dataset.theme = look.theme;
    this.host.hidden = true;
    document.body.append(this.host);
  }

  async draw(view: Scene, marks: PictureMarks = {}): Promise<HTMLImageElement> {
    const { width, height, levelName } = this.look;
    const nothing = { next: [], picked: [], highlight: [], guilty: [], events: [] };
    const ignore = () => undefined;
    flushSync(() =>
      this.root.render(
        <FlatBoard
          {...nothing}
          {...marks}
          view={view}
          shown={view.board.size[2]}
          hover={null}
          ghost={null}
          levelName={levelName}
          onHover={ignore}
          onChoose={ignore}
        />,
      ),
    );
    const drawn = this.host.querySelector("svg");
    if (!drawn) throw new Error("no flat board");
    const copy = styledCopy(drawn);
    copy.setAttribute("width", String(width));
    copy.setAttribute("height", String(height));
    const image = new Image(width, height);
    const text = new XMLSerializer().serializeToString(copy);
    image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
    await image.decode();
    return image;
  }

  close(): void {
    this.root.unmount();
    this.host.remove();
  }
}

/** With what the page's styles make of it written down in it. */
function styledCopy(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const copies = [...copy.querySelectorAll("*")];
  for (const [index, part] of [...svg.querySelectorAll("*")].entries()) {
    const style = getComputedStyle(part);
    for (const name of STYLED) copies[index]?.setAttribute(name, style.getPropertyValue(name));
  }
  return copy;
}
