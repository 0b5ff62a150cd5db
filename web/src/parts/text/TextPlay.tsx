import { type FocusEvent, useEffect, useRef } from "react";
import { leadsTo } from "../../board/picking";
import { above } from "../../board/space";
import { type Say, t } from "../../i18n";
import { cellKey, sameCell } from "../../scene";
import { announce } from "../../state/notices";
import { useTranscript } from "../../state/transcript";
import type { Cell, Offer, Scene } from "../../wire";
import { capital, eventsText, headed, offerName, stepText } from "../../words";
import { cellChoices, movesToChoose } from "../game/PickButtons";
import type { PlayBoardProps } from "../game/PlayBoard";
import { useEscape } from "../game/useEscape";
import { type Picks, type Proposed, usePicks } from "../game/usePicks";
import { askedCell, boardCommands, isCellName, namesFor, noCell } from "./answers";
import { BoardGrid } from "./BoardGrid";
import { CommandLine } from "./CommandLine";
import type { Commands, Reply } from "./commands";
import { placeName } from "./inWords";
import { topCell } from "./layers";
import { Transcript } from "./Transcript";
import { type Meant, useTyping } from "./useTyping";
import "../../styles/pages";

/** A board that is told and played in words: typed, or walked as a table. Nothing is drawn. */

/** Further commands of a page; those with a doubt ask first. */
export type MoreCommands = (ask: (question: string, go: () => Reply) => string) => Commands;

export type TextPlayProps = PlayBoardProps & {
  meant: Meant;
  commands?: MoreCommands;
  /** Says that cards are face down for the next person here, who is told no answers given before. */
  closed?: string;
};

export function TextPlay(props: TextPlayProps) {
  const { view, offers, say, onPlay, onGhost, why, waiting = 0, onHurry } = props;
  const names = namesFor(view, props.names, say);
  const tell = (one: Proposed) => sureText(one, say);
  const picks = usePicks({
    view,
    offers,
    pointing: false,
    onPlay,
    onGhost,
    why: whyHere(why),
    tell,
  });
  const { picked, proposed, where } = picks;
  const { lines, forget } = useTranscript();
  const { closed = "" } = props;
  useEffect(() => {
    if (closed) forget();
  }, [closed, forget]);
  const { line, ...keyboard } = useKeyboardStays();
  useDue(view, offers, say);

  const choices = choicesOf(view, offers ?? [], picks, say);
  const choose = (number: number): boolean => {
    const choice = choices[number - 1];
    choice?.take();
    return choice !== undefined;
  };
  const shown = { view, offers, names, say };
  const more = props.commands?.((question, go) => typing.ask(question, go)) ?? {};
  const typing = useTyping({
    owner: view,
    offers,
    say,
    picks,
    meant: props.meant,
    closed,
    look: (typed) => (isCellName(typed) ? (askedCell(shown, typed) ?? noCell(view, typed)) : null),
    which: (moves) => whichText(offers ?? [], moves, say),
    choose,
    commands: boardCommands(shown, {
      ...more,
      yes: (rest) => (typing.confirm() ? undefined : (more.yes?.(rest) ?? t("ear.nothingAsked"))),
      no: (rest) => (typing.cancel() ? t("ear.back") : (more.no?.(rest) ?? t("ear.nothingAsked"))),
    }),
  });
  useEscape(waiting ? onHurry : typing.cancel);

  const what = stepText(view.steps, where.asked, say);
  const step = choices.length ? numbered(choices) : picked.length ? t("play.pick", { what }) : "";
  usePickNews(view, picked, step);

  const enter = (cell: Cell, stack: boolean) => {
    const meant = stack ? inStack(picks, cell) : oneOf(leadsTo(picks.ways, picked, cell));
    const [only] = meant;
    if (meant.length > 1) picks.ask(meant);
    else if (only) picks.take(picked, only, "sure");
    else if (offers) picks.refuse([...picked, stack ? topCell(view, cell) : cell]);
    else announce(t("ear.noMoves"));
  };

  const { doubt } = typing;
  const guide = doubt?.question ?? (proposed ? sureText(proposed, say) : step);
  const events = eventsText(view.events, say);
  return (
    <div
      className="play text-play"
      data-picked={picked.length}
      data-offered={offers?.length ?? 0}
      {...keyboard}
    >
      <section aria-label={t("ear.now")}>
        <h2>{t("ear.now")}</h2>
        {props.whatIf && <p>{t("play.whatIf")}</p>}
        <p className="status">{props.status}</p>
        {(props.caption || events) && (
          <p>
            {props.caption} {events}
          </p>
        )}
        {props.told && <p>{props.told}</p>}
        {props.tools}
        {props.extra}
        {waiting > 0 && (
          <button type="button" onClick={onHurry}>
            {props.hurry ?? t("play.hurry", { n: waiting })}
          </button>
        )}
      </section>
      <section aria-label={t("ear.turn")}>
        <h2>{t("ear.turn")}</h2>
        <CommandLine field={line} onType={typing.type} />
        {guide && <p className="ear-guide">{guide}</p>}
        {(doubt || proposed) && (
          <button type="button" className="primary" onClick={typing.confirm}>
            {proposed ? t("play.confirm", { move: say(proposed.offer.words) }) : t("yes")}
          </button>
        )}
        {choices.map(({ label, take }, index) => (
          <button type="button" key={`${index} ${label}`} className="choice" onClick={take}>
            {headed(index + 1)} {label}
          </button>
        ))}
        {(doubt || proposed || picked.length > 0 || choices.length > 0) && (
          <button type="button" className="quiet" onClick={typing.cancel}>
            {t("play.back")}
          </button>
        )}
        <Transcript lines={lines} />
      </section>
      <section aria-label={t("board.Board")}>
        <h2>{t("board.Board")}</h2>
        <BoardGrid view={view} say={say} onEnter={enter} onNumber={choose} />
      </section>
    </div>
  );
}

/** Where a button goes away that the keyboard was on, it goes on in the field; a finger needs none. */
function useKeyboardStays() {
  const line = useRef<HTMLInputElement>(null);
  const last = useRef<Element | null>(null);
  const keyed = useRef(false);
  useEffect(() => {
    const lost = last.current?.isConnected === false && document.activeElement === document.body;
    if (lost && keyed.current) line.current?.focus();
  });
  return {
    line,
    onFocus: ({ target }: FocusEvent) => {
      last.current = target;
    },
    onKeyDownCapture: () => {
      keyed.current = true;
    },
    onPointerDownCapture: () => {
      keyed.current = false;
    },
  };
}

/** Says what is asked, once for every decision that is due here; after what led to it was said. */
function useDue(view: Scene, offers: readonly Offer[] | null, say: Say): void {
  const told = useRef("");
  // The same position may come again, when something else is told of the table.
  const position = JSON.stringify([view.turn, view.last, view.to_move, view.blocks]);
  useEffect(() => {
    if (!offers || told.current === position) return;
    const timer = setTimeout(() => {
      told.current = position;
      // A piece that was taken just now has been told of.
      const hand = view.events.length ? null : view.seats[view.to_move ?? 0]?.hand;
      const held = hand ? `${headed(capital(say(hand.name)))} ${say(hand.colour)}.` : "";
      const text = [held, view.prompt && say(view.prompt)].filter(Boolean).join(" ");
      if (text) announce(text);
    });
    return () => clearTimeout(timer);
  }, [view, position, offers, say]);
}

/** Says what comes next after a pick, and that one was taken back. */
function usePickNews(view: Scene, picked: readonly Cell[], step: string): void {
  const before = useRef({ view, picked, step });
  useEffect(() => {
    const was = before.current;
    before.current = { view, picked, step };
    if (was.view !== view) return;
    const last = picked.at(-1);
    const where = last && was.picked !== picked ? `${placeName(view.board, last)}. ` : "";
    if (step && step !== was.step) announce(where + step);
    else if (picked.length < was.picked.length) announce(step || t("ear.back"));
  }, [view, picked, step]);
}

type Choice = { label: string; take: () => void };

/** What may be meant: cells of a stack, or moves that picks cannot tell apart, or the few left. */
function choicesOf(view: Scene, offers: readonly Offer[], picks: Picks, say: Say): Choice[] {
  if (picks.proposed) return [];
  if (picks.meant.length)
    return cellChoices(view, picks, say, () => undefined).map(({ label, onTake }) => ({
      label: label.replace(/^\d+: /, ""),
      take: () => onTake("sure"),
    }));
  const moves = picks.picked.length ? movesToChoose(offers, picks) : [];
  return moves.map((offer) => ({
    label: offerName(offer, say),
    take: () => picks.play(offer.move),
  }));
}

const numbered = (choices: readonly Choice[]) =>
  t("ear.choose", {
    list: choices.map(({ label }, index) => `${headed(index + 1)} ${label}`).join("; "),
  });

/** The cells of a stack that lead on, each once. */
function inStack({ ways, picked }: Picks, [x, y]: Cell): Cell[] {
  const found = new Map<string, Cell>();
  for (const { steps } of ways) {
    const before = picked.every((cell, step) =>
      steps[step]?.some((other) => sameCell(cell, other)),
    );
    const [offered, ...same] = (before && steps[picked.length]) || [];
    if (offered && [offered, ...same].some(([column, row]) => column === x && row === y))
      found.set(cellKey(offered), offered);
  }
  return [...found.values()];
}

/** Where no rule speaks of a block that was picked, the room on it was meant. */
const whyHere =
  (why: PlayBoardProps["why"]): PlayBoardProps["why"] =>
  async (pick) => {
    const answer = await why(pick);
    const last = pick.at(-1);
    if (answer.refusal?.rule || !last) return answer;
    const room = await why([...pick.slice(0, -1), above(last)]);
    return room.refusal?.rule ? room : answer;
  };

const oneOf = (cell: Cell | null): Cell[] => (cell ? [cell] : []);

/** A move that is shown before it counts: what it costs, and how to make it. */
function sureText({ offer }: Proposed, say: Say): string {
  const told = offer.warnings.map(({ sentence }) => say(sentence)).join(" ");
  const move = offerName(offer, say);
  return told ? t("ear.warned", { told, move }) : t("ear.sure", { move });
}

const FEW = 12;

/** Several moves fit what was typed. */
function whichText(offers: readonly Offer[], moves: readonly string[], say: Say): string {
  const found = offers.filter(({ move }) => moves.includes(move));
  const listed = found.slice(0, FEW).map((offer) => `${offerName(offer, say)} (${offer.move})`);
  const left = found.length - listed.length;
  const more = left > 0 ? [t("ear.more", { n: left })] : [];
  return [t("play.choose"), ...listed, ...more].join("\n");
}
