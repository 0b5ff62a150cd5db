import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo } from "react";
import type { Why } from "../../api";
import { picking, stepBack } from "../../board/picking";
import { type Say, t } from "../../i18n";
import type { Cell, Offer, Side, View } from "../../scene";
import { announce, complain } from "../../state/notices";
import { useMotion, useSettings, useTheme } from "../../state/settings";
import { useStateOf } from "../../state/stateOf";
import { boardText, cellsOf, offerName } from "../../words";
import { Choices } from "./Choices";

/** The board and the guided ways to play on it: picks, a chooser, buttons, refusals in words. */

// The board is the largest part of the page: it is asked for while the table is still on its way.
const loading = import("../../board/Board");
loading.catch(() => undefined);
const Board = lazy(async () => ({ default: (await loading).Board }));

type Refusal = { text: string; cells: Cell[] };

type PlayBoardProps = {
  view: View;
  /** Null while the house still works them out, or when another is to move. */
  offers: readonly Offer[] | null;
  /** One line: whose turn, what is due. */
  status: ReactNode;
  highlight: readonly Cell[];
  side: Side | null;
  ghost: Offer | null;
  onGhost: (offer: Offer | null) => void;
  say: Say;
  onPlay: (move: string) => void;
  why: (pick: Cell[]) => Promise<Why>;
  /** Questions that belong under the board. */
  extra?: ReactNode;
};

export function PlayBoard({
  view,
  offers,
  onPlay,
  why,
  say,
  ghost,
  onGhost,
  ...rest
}: PlayBoardProps) {
  // Whatever was half picked belongs to the position it was picked in.
  const [picked, setPicked] = useStateOf<Cell[]>(view, []);
  const [proposed, setProposed] = useStateOf<Offer | null>(view, null);
  const [refusal, setRefusal] = useStateOf<Refusal | null>(view, null);
  const { confirm, patterns } = useSettings();
  const animate = useMotion();
  const text = useMemo(() => boardText(say), [say]);
  const theme = useTheme();
  const some = offers ?? [];

  const back = useCallback(() => {
    setRefusal(null);
    setProposed(null);
    setPicked(stepBack);
  }, [setRefusal, setProposed, setPicked]);

  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) back();
    };
    window.addEventListener("keydown", keys);
    return () => window.removeEventListener("keydown", keys);
  }, [back]);

  const play = (move: string, ask = confirm) => {
    const offer = some.find((other) => other.move === move);
    setRefusal(null);
    if (ask && offer && proposed?.move !== move) return setProposed(offer);
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
      setRefusal({ text: refusal.message, cells: cellsOf(view.board, refusal.cells) });
      announce(refusal.message);
    } catch (error) {
      complain(error);
    }
  };

  const { next, complete } = picking(some, view.blocks, picked);
  const plain = some.filter((offer) => !offer.pick.length);
  const choices = picked.length ? complete : plain;
  const step = next.length ? t("play.next", { n: picked.length + 1 }) : t("play.choose");
  // One line says whose turn it is, what to pick next, or why not; so nothing jumps while picking.
  const guide = picked.length && !proposed ? step : null;

  return (
    <div className="play" data-picked={picked.length}>
      <div className="play-board">
        <Suspense fallback={<div className="board-wait" role="status" aria-label={t("loading")} />}>
          <Board
            view={view}
            offers={some}
            picked={picked}
            onPick={(cells) => {
              setRefusal(null);
              setPicked(cells);
            }}
            onPlay={(move, byFinger) => play(move, confirm || byFinger)}
            onRefusedPick={refuse}
            highlight={rest.highlight}
            guilty={refusal?.cells ?? []}
            ghost={proposed ?? ghost}
            side={rest.side}
            animate={animate}
            patterns={patterns}
            theme={theme}
            t={text}
          />
        </Suspense>
      </div>
      <div className="play-line">
        <p className={refusal ? "status refusal" : "status"}>
          {refusal?.text ?? guide ?? rest.status}
        </p>
        {rest.extra}
        <div className="choices">
          {proposed ? (
            <button type="button" className="primary" onClick={() => play(proposed.move)}>
              {t("play.confirm", { move: offerName(proposed, say) })}
            </button>
          ) : (
            <Choices offers={choices} say={say} onGhost={onGhost} onChoose={(move) => play(move)} />
          )}
          {(proposed || picked.length > 0) && (
            <button type="button" className="quiet" onClick={back}>
              {t("play.back")}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}
