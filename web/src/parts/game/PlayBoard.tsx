import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from "react";
import type { Asked } from "../../board/picking";
import { type Say, t } from "../../i18n";
import { part } from "../../state/parts";
import { settings, useMotion, useSettings, useTheme } from "../../state/settings";
import type { Cell, MovesOrRefusal, Offer, Refusal, Scene, Side } from "../../wire";
import { boardText, eventsText, stepText } from "../../words";
import { later } from "../common/later";
import type { RuleName } from "../rulebook/RulePanel";
import { BoardTools } from "./BoardTools";
import { EventNews } from "./EventNews";
import { PickButtons } from "./PickButtons";
import { PlayLine } from "./PlayLine";
import { useAsking } from "./useAsking";
import { useEscape } from "./useEscape";
import { type Proposed, refusedOf, usePicks } from "./usePicks";
import { useWished, type Wish } from "./useWish";

/** The board and the guided ways to play on it: picks, a chooser, buttons, refusals in words. */

// The board is the largest part of the page: it is asked for while the table is still on its way.
const load = () => part(() => import("../../board/Board"));
if (!settings().text) load().catch(() => undefined);
const Board = lazy(async () => ({ default: (await load()).Board }));
const RulePanel = later(async () => (await import("../rulebook/RulePanel")).RulePanel);

/** With more kinds of moves to begin with, saying what each begins with helps nobody. */
const FEW = 2;

export type PlayBoardProps = {
  view: Scene;
  /** Null while the house still works them out, or when another is to move. */
  offers: readonly Offer[] | null;
  /** One line: whose turn, what is due. */
  status: ReactNode;
  highlight: readonly Cell[];
  side: Side | null;
  /** Whose side of the board is shown in front; nobody's by default. */
  seat?: number | null;
  /** Whether the board is seen from near: little more is built on it. */
  near?: boolean;
  /** Whether cells are pointed at: every pick is an answer. */
  pointing?: boolean;
  ghost: Offer | null;
  onGhost: (offer: Offer | null) => void;
  say: Say;
  onPlay: (move: string) => void;
  /** A move that was tapped elsewhere: as after a tap on the board, it is shown before it counts. */
  wish?: Wish;
  why: (pick: Cell[]) => Promise<MovesOrRefusal>;
  /** A refusal that the page shows, until something is picked. */
  refused?: Refusal | null;
  /** The decision that led here, in words. */
  caption?: string;
  /** Decisions that are still to be shown, one after the other, and how to see them at once. */
  waiting?: number;
  onHurry?: () => void;
  /** What seeing them at once is called, where it leads back. */
  hurry?: string;
  /** What seats are called: who is told so can ask what can be done somewhere. */
  names?: readonly string[];
  /** Buttons over the board beside that one, and what they told. */
  tools?: ReactNode;
  told?: string;
  /** Whether the board shows what could happen: nothing of it is news. */
  whatIf?: boolean;
  /** What lies over the board, below what just happened. */
  over?: ReactNode;
  /** Questions that belong under the board. */
  extra?: ReactNode;
};

export function PlayBoard(props: PlayBoardProps) {
  const { view, offers, onPlay, why, say, ghost, onGhost, waiting = 0, onHurry, ...rest } = props;
  const { patterns } = useSettings();
  const animate = useMotion();
  const text = useMemo(() => boardText(say), [say]);
  const theme = useTheme();
  const some = offers ?? NO_OFFERS;
  const tell = useCallback((proposed: Proposed) => proposedText(proposed, say), [say]);
  const picks = usePicks({
    view,
    offers,
    pointing: rest.pointing ?? false,
    onPlay,
    onGhost,
    why,
    tell,
  });
  const { picked, proposed, meant, where } = picks;
  useWished(rest.wish, picks.play);
  const [rule, setRule] = useState<RuleName | null>(null);
  const picking = picked.length > 0 || proposed || meant.length > 0;
  const given = !picking && rest.refused ? refusedOf(view, rest.refused) : null;
  const refusal = picks.refusal ?? given;
  const question = useAsking({ view, offers, names: rest.names, say, why });
  const { asking } = question;
  useEscape(waiting ? onHurry : asking || question.told ? question.clear : picks.back);

  const { next, asked } = where;
  const what = stepText(view.steps, asked, say);
  const step = next.length ? t("play.pick", { what }) : t("play.choose");
  // One line says whose turn it is, what to pick next, or why not; so nothing jumps while picking.
  const guide = proposed ? tell(proposed) : meant.length ? t("play.which") : picked.length && step;
  const first = !picked.length && asked.length > 0 && asked.length <= FEW && !isPlain(asked, view);
  const events = eventsText(view.events, say);
  // What happened makes room for what is asked, so that the board stays as large as it is.
  const told = asking ? t("ask.how") : (question.told?.text ?? rest.told);
  const busy = told || picking || refusal;
  const warned = Boolean(proposed?.offer.warnings.length);

  return (
    <div
      className={rest.whatIf ? "play play-what-if" : "play"}
      data-picked={picked.length}
      data-offered={some.length}
    >
      <div className="play-board">
        <Suspense fallback={<div className="board-wait" role="status" aria-label={t("loading")} />}>
          <Board
            view={view}
            offers={some}
            picked={picked}
            onPick={picks.go}
            onPlay={picks.play}
            onMeant={picks.ask}
            onHidden={picks.setHidden}
            onRefusedPick={(cells) => {
              if (waiting) onHurry?.();
              picks.refuse(cells);
            }}
            pointing={rest.pointing}
            near={rest.near}
            asking={asking}
            onAsk={question.ask}
            onAsking={question.toggle}
            meant={meant}
            pointed={picks.pointed}
            highlight={question.told?.cells ?? rest.highlight}
            guilty={refusal?.cells ?? NO_CELLS}
            ghost={proposed?.offer ?? ghost}
            side={rest.side}
            seat={rest.seat}
            animate={animate}
            patterns={patterns}
            theme={theme}
            t={text}
          />
        </Suspense>
        {rest.names && (
          <BoardTools asking={asking} onAsk={question.toggle}>
            {rest.tools}
          </BoardTools>
        )}
        {rest.whatIf ? (
          <p className="what-if">{t("play.whatIf")}</p>
        ) : (
          <EventNews view={view} say={say}>
            {rest.over}
          </EventNews>
        )}
      </div>
      <PlayLine>
        <p className={refusal || warned ? "status refusal" : "status"}>
          {refusal?.text ?? (guide || told || rest.status)}{" "}
          {refusal?.title && (
            <button
              type="button"
              className="rule-link"
              onPointerEnter={RulePanel.ahead}
              onFocus={RulePanel.ahead}
              onClick={() => setRule(refusal)}
            >
              {t("rules.rule", { title: refusal.title })}
            </button>
          )}
        </p>
        {!busy && first && <p className="small muted">{t("play.pick", { what })}</p>}
        {!busy && (rest.caption || (events && !rest.whatIf)) && (
          <p className="events small muted">
            {rest.caption} {events && <b>{events}</b>}
          </p>
        )}
        {rest.extra}
        <PickButtons
          view={view}
          offers={some}
          picks={picks}
          say={say}
          onGhost={onGhost}
          waiting={waiting}
          onHurry={onHurry}
          hurry={rest.hurry}
        />
      </PlayLine>
      {rule && (
        <RulePanel key={rule.rule} {...rule} game={view.game} onClose={() => setRule(null)} />
      )}
    </div>
  );
}

/** One pick of one kind: what is due says as much. */
const isPlain = ([only, other]: readonly Asked[], { steps }: Scene): boolean =>
  only !== undefined && !other && steps[only.kind]?.length === 1;

const NO_OFFERS: readonly Offer[] = [];
const NO_CELLS: readonly Cell[] = [];

/** A move that is shown before it counts: what it costs, and how to make it. */
function proposedText({ offer, how }: Proposed, say: Say): string {
  const told = offer.warnings.map(({ sentence }) => say(sentence)).join(" ");
  if (told) return t("play.warned", { told });
  return t(how === "sure" ? "play.shown" : "play.tapped");
}
