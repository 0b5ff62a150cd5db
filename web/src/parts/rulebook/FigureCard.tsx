import { useEffect, useRef } from "react";
import { t } from "../../i18n";
import { useSheets } from "../../state/screen";
import type { FigureFacts } from "../../wire";
import { capital } from "../../words";
import { Dialog } from "../common/Dialog";
import { FigureBoard } from "./FigureBoard";
import { FigurePicture } from "./FigurePicture";

/** A figure of the rulebook: a picture of a worked example, what it shows, and how it goes out. */

type LiveFigureProps = {
  game: string;
  figure: FigureFacts;
  /** Only the first of a figure's places is where a link to it leads. */
  id?: string;
  /** Whether it is the one that is being tried. */
  live: boolean;
  onTry: (wanted: boolean) => void;
};

/** Tried in its place, or on a phone in a sheet of its own. */
export function LiveFigure({ game, figure, id, live, onTry }: LiveFigureProps) {
  const sheets = useSheets();
  const frame = useRef<HTMLElement>(null);
  const here = live && !sheets;
  useEffect(() => {
    if (here) frame.current?.scrollIntoView({ block: "nearest" });
  }, [here]);
  return (
    <figure ref={frame} className={here ? "figure figure-live" : "figure"} id={id} tabIndex={-1}>
      {here ? (
        <FigureBoard game={game} figure={figure} />
      ) : (
        <FigurePicture game={game} figure={figure} />
      )}
      <Caption figure={figure} />
      <button
        type="button"
        aria-label={t(live ? "figure.closeOne" : "figure.tryOne", { title: figure.title })}
        aria-expanded={live}
        onClick={() => onTry(!live)}
      >
        {t(live ? "close" : "figure.try")}
      </button>
      {live && sheets && (
        <Dialog title={figure.title} onClose={() => onTry(false)} wide>
          <FigureBoard game={game} figure={figure} />
          <p>{figure.text}</p>
        </Dialog>
      )}
    </figure>
  );
}

export function StillFigure({ game, figure }: { game: string; figure: FigureFacts }) {
  return (
    <figure className="figure">
      <FigurePicture game={game} figure={figure} />
      <Caption figure={figure} />
    </figure>
  );
}

/** What it is about, the move in words, and what the rules say to it. */
function Caption({ figure }: { figure: FigureFacts }) {
  const { title, text, legal, words, said } = figure;
  return (
    <figcaption>
      <p className="figure-title">{title}</p>
      <p>{text}</p>
      <p className={legal ? "figure-result" : "figure-result figure-refused"}>
        <b>{t(legal ? "figure.allowed" : "figure.refused")}</b>{" "}
        {[`${capital(words)}.`, ...said].join(" ")}
      </p>
    </figcaption>
  );
}
