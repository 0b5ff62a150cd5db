import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo } from "react";
import { picking, stepBack } from "../../board/picking";
import { type Say, t } from "../../i18n";
import { announce, complain } from "../../state/notices";
import { useMotion, useSettings, useTheme } from "../../state/settings";
import { useStateOf } from "../../state/stateOf";
import type { Cell, MovesOrRefusal, Offer, Scene, Side } from "../../wire";
import { boardText, cellsOf, eventsText, offerName, stepText } from "../../words";
import { Choices } from "./Choices";

/** The board and the guided ways to play on it: picks, a chooser, buttons, refusals in words. */

// The board is the largest part of the page: it is asked for while the table is still on its way.
const loading = import("../../board/Board");
loading.catch(() => undefined);
const Board = lazy(async () => ({ default: (await loading).Board }));

/** With more kinds of moves to begin with, saying what each begins with helps nobody. */
const FEW = 2;

type Refusal = { text: string; cells: Cell[] };

type PlayBoardProps = {
  view: Scene;
  /** Null while the house still works them out, or when another is to move. */
  offers: readonly Offer[] | null;
  /** One line: whose turn, what is due. */
  status: ReactNode;
  highlight: readonly Cell[];
  side: Side | null;
  /** Whose side of the board is shown in front; nobody's by default. */
  seat?: number | null;
  ghost: Offer | null;
  onGhost: (offer: Offer | null) => void;
  say: Say;
  onPlay: (move: string) => void;
  why: (pick: Cell[]) => Promise<MovesOrRefusal>;
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

  const { next, complete, asked } = picking(some, view.blocks, picked);
  const plain = some.filter((offer) => !offer.pick.length);
  const choices = picked.length ? complete : plain;
  const what = stepText(view.steps, asked, say);
  const step = next.length ? t("play.pick", { what }) : t("play.choose");
  // One line says whose turn it is, what to pick next, or why not; so nothing jumps while picking.
  const guide = picked.length && !proposed ? step : null;
  const first = !picked.length && asked.length > 0 && asked.length <= FEW;
  const events = eventsText(view.events, say);

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
            seat={rest.seat}
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
        {!refusal && first && <p className="small muted">{t("play.pick", { what })}</p>}
        {events && <p className="events small muted">{events}</p>}
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
