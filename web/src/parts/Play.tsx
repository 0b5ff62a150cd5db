import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import type { Why } from "../api";
import { type Say, t } from "../i18n";
import { type Cell, type Offer, type Side, sameCell, type View } from "../scene";
import { announce, complain } from "../state/news";
import { useMotion, useSettings, useTheme } from "../state/settings";
import { boardText, cellsOf, offerName } from "../words";
import { Choices } from "./Choices";

/** The board and the guided ways to play on it: picks, a chooser, buttons, refusals in words. */

const Board = lazy(async () => ({ default: (await import("../board/Board")).Board }));

export type PlayProps = {
  view: View;
  /** Null while the house still works them out, or when another is to move. */
  offers: readonly Offer[] | null;
  seat: number | null;
  /** One line: whose turn, what is due. */
  status: ReactNode;
  highlight: readonly Cell[];
  side: Side | null;
  ghost: Offer | null;
  onGhost: (offer: Offer | null) => void;
  say: Say;
  onPlay: (move: string) => void;
  why: (pick: Cell[]) => Promise<Why>;
};

const startsWith = (pick: readonly Cell[], picked: readonly Cell[]) =>
  picked.every((cell, index) => pick[index] && sameCell(pick[index], cell));

export function Play({ view, offers, onPlay, why, say, ghost, onGhost, ...rest }: PlayProps) {
  const [picked, setPicked] = useState<Cell[]>([]);
  const [proposed, setProposed] = useState<Offer | null>(null);
  const [refusal, setRefusal] = useState<{ text: string; cells: Cell[] } | null>(null);
  const { confirm, patterns } = useSettings();
  const animate = useMotion();
  const theme = useTheme();
  const some = offers ?? [];

  const stepBack = useCallback(() => {
    setRefusal(null);
    setProposed(null);
    setPicked((cells) => cells.slice(0, -1));
  }, []);

  // A new position: whatever was half picked belongs to the old one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view stands for the position
  useEffect(() => {
    setPicked([]);
    setProposed(null);
    setRefusal(null);
    onGhost(null);
  }, [view, onGhost]);

  useEffect(() => {
    const escape = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) stepBack();
    };
    window.addEventListener("keydown", escape);
    return () => window.removeEventListener("keydown", escape);
  }, [stepBack]);

  const play = (move: string) => {
    const offer = some.find((other) => other.move === move);
    setRefusal(null);
    if (confirm && offer && proposed?.move !== move) return setProposed(offer);
    if (offer) onGhost(offer);
    setProposed(null);
    setPicked([]);
    onPlay(move);
  };
  const refuse = async (cells: Cell[]) => {
    if (!some.length) return;
    try {
      const { refusal } = await why(cells);
      if (!refusal) return;
      setRefusal({ text: refusal.text, cells: cellsOf(view.board, refusal.cells) });
      announce(refusal.text);
    } catch (error) {
      complain(error);
    }
  };

  const begun = some.filter((offer) => offer.pick.length && startsWith(offer.pick, picked));
  const complete = picked.length
    ? begun.filter((offer) => offer.pick.length === picked.length)
    : some.filter((offer) => !offer.pick.length);
  const more = begun.some((offer) => offer.pick.length > picked.length);

  return (
    <div className="play">
      <div className="play-board">
        <Suspense fallback={<div className="board-wait" role="status" aria-label={t("loading")} />}>
          <Board
            view={view}
            offers={some}
            seat={rest.seat}
            picked={picked}
            onPick={(cells) => {
              setRefusal(null);
              setPicked(cells);
            }}
            onPlay={play}
            onRefusedPick={refuse}
            highlight={rest.highlight}
            guilty={refusal?.cells ?? []}
            ghost={proposed ?? ghost}
            side={rest.side}
            animate={animate}
            patterns={patterns}
            theme={theme}
            t={boardText(say)}
          />
        </Suspense>
      </div>
      <div className="play-line">
        <p className="status">{rest.status}</p>
        {refusal && <p className="refusal">{refusal.text}</p>}
        {!refusal && picked.length > 0 && (
          <p className="guide">
            {more ? t("play.next", { n: picked.length + 1 }) : t("play.choose")}
            <button type="button" className="quiet" onClick={stepBack}>
              {t("play.back")}
            </button>
          </p>
        )}
        {proposed ? (
          <div className="choices">
            <button type="button" className="primary" onClick={() => play(proposed.move)}>
              {t("play.confirm", { move: offerName(proposed, say) })}
            </button>
            <button type="button" onClick={stepBack}>
              {t("cancel")}
            </button>
          </div>
        ) : (
          complete.length > 0 && (
            <Choices offers={complete} say={say} onGhost={onGhost} onChoose={play} />
          )
        )}
      </div>
    </div>
  );
}
