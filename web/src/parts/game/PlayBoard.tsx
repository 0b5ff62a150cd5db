import { lazy, type ReactNode, Suspense, useCallback, useMemo } from "react";
import { onTopOf, pick, pickingOf, stepBack, waysOf } from "../../board/picking";
import type { Certainty } from "../../board/props";
import { type Say, t } from "../../i18n";
import { announce, complain } from "../../state/notices";
import { useMotion, useSettings, useTheme } from "../../state/settings";
import { useStateOf } from "../../state/stateOf";
import type { Cell, MovesOrRefusal, Offer, Scene, Side } from "../../wire";
import { boardText, eventsText, offerName, stepText } from "../../words";
import { blamed } from "./blamed";
import { Choices } from "./Choices";
import { OnTop } from "./OnTop";
import { useEscape } from "./useEscape";

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
  /** The decision that led here, in words. */
  caption?: string;
  /** Decisions that are still to be shown, one after the other, and how to see them at once. */
  waiting?: number;
  onHurry?: () => void;
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
  waiting = 0,
  onHurry,
  ...rest
}: PlayBoardProps) {
  // Whatever was half picked belongs to the position it was picked in.
  const [picked, setPicked] = useStateOf<Cell[]>(view, []);
  const [proposed, setProposed] = useStateOf<Offer | null>(view, null);
  const [refusal, setRefusal] = useStateOf<Refusal | null>(view, null);
  const { confirm, taps, patterns } = useSettings();
  const animate = useMotion();
  const text = useMemo(() => boardText(say), [say]);
  const theme = useTheme();
  const some = offers ?? [];

  const back = useCallback(() => {
    setRefusal(null);
    setProposed(null);
    setPicked(stepBack);
  }, [setRefusal, setProposed, setPicked]);

  useEscape(waiting ? onHurry : back);

  const play = (move: string, how: Certainty = "sure") => {
    const offer = some.find((other) => other.move === move);
    const seen = offer && (offer.add.length > 0 || offer.take.length > 0);
    const ask = confirm || how === "unsure" || (how === "finger" && taps && seen);
    setRefusal(null);
    if (ask && offer && proposed?.move !== move) return setProposed(offer);
    if (offer) onGhost(offer);
    setProposed(null);
    setPicked([]);
    onPlay(move);
  };
  const refuse = async (cells: Cell[]) => {
    if (waiting) onHurry?.();
    if (!some.length) return;
    try {
      const { refusal } = await why(cells);
      if (!refusal) return;
      setProposed(null);
      setRefusal({ text: refusal.message, cells: blamed(view, refusal.cells, cells.at(-1)) });
      announce(refusal.message);
    } catch (error) {
      complain(error);
    }
  };

  const ways = useMemo(() => waysOf(offers ?? [], view.blocks), [offers, view.blocks]);
  const { next, complete, asked } = pickingOf(ways, picked);
  const onTop = onTopOf(ways, picked);
  const takeTop = (cell: Cell, how: Certainty) => {
    const going = pick(ways, stepBack(picked), cell);
    if (going?.play) play(going.play.move, how);
    else if (going) setPicked(going.cells);
  };
  const topGhost = (cell: Cell) => onGhost(pick(ways, stepBack(picked), cell)?.play ?? null);
  const plain = some.filter((offer) => !offer.pick.length);
  const choices = picked.length ? complete : plain;
  const what = stepText(view.steps, asked, say);
  const step = next.length ? t("play.pick", { what }) : t("play.choose");
  // One line says whose turn it is, what to pick next, or why not; so nothing jumps while picking.
  const guide = picked.length && !proposed ? step : null;
  const first = !picked.length && asked.length > 0 && asked.length <= FEW;
  const events = eventsText(view.events, say);
  // What happened makes room for what is asked, so that the board stays as large as it is.
  const busy = picked.length > 0 || proposed !== null || refusal !== null;

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
              setProposed(null);
              setPicked(cells);
            }}
            onPlay={play}
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
        {!busy && (rest.caption || events) && (
          <p className="events small muted">
            {rest.caption} {events && <b>{events}</b>}
          </p>
        )}
        {rest.extra}
        <div className="choices">
          {proposed ? (
            <button type="button" className="primary" onClick={() => play(proposed.move)}>
              {t("play.confirm", { move: offerName(proposed, say) })}
            </button>
          ) : (
            <Choices
              offers={choices}
              say={say}
              onGhost={onGhost}
              onChoose={(move, byFinger) => play(move, byFinger ? "finger" : "sure")}
            >
              <OnTop
                found={onTop}
                steps={view.steps}
                say={say}
                onGhost={(cell) => (cell ? topGhost(cell) : onGhost(null))}
                onTake={takeTop}
              />
            </Choices>
          )}
          {waiting > 0 && (
            <button type="button" className="quiet" onClick={onHurry}>
              {t("play.hurry", { n: waiting })}
            </button>
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
