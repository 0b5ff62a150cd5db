import { Fragment, type RefObject, useEffect, useRef } from "react";
import { type Say, t } from "../../i18n";
import type { Event, Seat, Text } from "../../wire";
import { capital, eventsText, headed } from "../../words";
import { Chip } from "../common/Chip";
import { Notation } from "../common/Notation";

/** The decisions so far by turns, each a button to look back; and the keys and slider of a replay. */

export type Row = {
  number: number;
  move: string;
  /** The move in words; unknown where a line was loaded that nobody looked at yet. */
  words: Text | null;
  turn: number;
  seat: number;
  events?: readonly Event[];
};

type MovesProps = {
  moves: Row[];
  /** How many decisions the shown position has. */
  at: number;
  seats: readonly Seat[];
  names: readonly string[];
  say: Say;
  marks?: Record<number, string>;
  onJump: (number: number) => void;
};

/** Decisions that a seat makes one after the other in a turn stand together. */
export function byTurns(moves: Row[]): Row[][] {
  const turns: Row[][] = [];
  for (const move of moves) {
    const last = turns.at(-1);
    if (last?.[0]?.turn === move.turn && last[0].seat === move.seat) last.push(move);
    else turns.push([move]);
  }
  return turns;
}

/** How near to its end a list counts as being there, in pixels. */
const NEAR = 24;

/**
 * Keeps the decision that is looked at in sight: when the reader goes to another, and when the list
 * comes into sight. New decisions are followed unless the reader scrolled away from the last.
 */
function useFollowing(list: RefObject<HTMLOListElement | null>, at: number, count: number): void {
  const before = useRef({ at, count });
  const follows = useRef(true);
  const show = useRef(() => {});
  show.current = () => {
    const box = list.current;
    const here = box?.querySelector<HTMLElement>("[aria-current]");
    if (!box) return;
    if (at === count) box.scrollTop = box.scrollHeight;
    else box.scrollTop = here ? here.offsetTop - box.clientHeight / 2 : 0;
  };
  useEffect(() => {
    const was = before.current;
    const live = was.at === was.count && at === count;
    before.current = { at, count };
    if (!live || follows.current) show.current();
  }, [at, count]);
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    let height = 0;
    const onScroll = () => {
      follows.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
    };
    const sight = new ResizeObserver(() => {
      if (!height && box.clientHeight) show.current();
      height = box.clientHeight;
    });
    sight.observe(box);
    box.addEventListener("scroll", onScroll);
    return () => {
      sight.disconnect();
      box.removeEventListener("scroll", onScroll);
    };
  }, [list]);
}

export function Moves({ moves, at, seats, names, say, marks = {}, onJump }: MovesProps) {
  const list = useRef<HTMLOListElement>(null);
  useFollowing(list, at, moves.length);
  const turns = byTurns(moves);
  return (
    <section className="moves" aria-label={t("table.moves")}>
      <h2 className="part">{t("table.moves")}</h2>
      <ol ref={list} className="move-list">
        {turns.map((turn, index) => {
          const [{ number, seat, turn: count } = NOBODY] = turn;
          const colour = seats[seat]?.colour;
          return (
            <li key={number}>
              <span className="turn-number muted">
                {turns[index - 1]?.[0]?.turn === count ? "" : count + 1}
              </span>
              {colour && <Chip colour={colour} name={names[seat] ?? say(colour)} small />}
              <span className="turn-moves">
                <span className="unseen">{headed(names[seat] ?? "")} </span>
                {turn.map((row) => (
                  <Decision
                    key={row.number}
                    row={row}
                    current={row.number === at}
                    stop={row.number === Math.max(1, at)}
                    mark={marks[row.number]}
                    say={say}
                    onJump={onJump}
                  />
                ))}
              </span>
            </li>
          );
        })}
      </ol>
      <Replay at={at} last={moves.length} onJump={onJump} />
    </section>
  );
}

const NOBODY = { number: 0, seat: 0, turn: 0 };

type DecisionProps = {
  row: Row;
  current: boolean;
  /** The list is one stop for the Tab key; within it the arrows lead on. */
  stop: boolean;
  mark: string | undefined;
  say: Say;
  onJump: (number: number) => void;
};

/** A decision in words with its notation beside it, and what it brought about. */
function Decision({ row, current, stop, mark, say, onJump }: DecisionProps) {
  const { number, move, words, events = [] } = row;
  return (
    <Fragment>
      <button
        type="button"
        className="move"
        aria-current={current ? "true" : undefined}
        tabIndex={stop ? 0 : -1}
        onClick={() => onJump(number)}
        onKeyDown={toNeighbour}
      >
        {words && <span>{capital(say(words))} </span>}
        {words ? <Notation move={move} /> : move}
        {mark && <span className="mark"> {mark}</span>}
      </button>
      {events.length > 0 && <span className="move-events small">{eventsText(events, say)}</span>}
    </Fragment>
  );
}

const NEIGHBOURS: Record<string, number> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

function toNeighbour(event: React.KeyboardEvent<HTMLButtonElement>): void {
  const way = NEIGHBOURS[event.key];
  const list = event.currentTarget.closest(".move-list");
  if (way === undefined || !list) return;
  const all = [...list.querySelectorAll<HTMLElement>(".move")];
  const to = all.indexOf(event.currentTarget) + way;
  all[Math.max(0, Math.min(all.length - 1, to))]?.focus();
  event.preventDefault();
}

type ReplayProps = { at: number; last: number; onJump: (number: number) => void };

/** Steps through a game, with the keys [ ] { } as well. */
export function Replay({ at, last, onJump }: ReplayProps) {
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const place = event.target as HTMLElement;
      if (place.closest("input, textarea, select, dialog, [role=application], canvas")) return;
      const to = { "[": at - 1, "]": at + 1, "{": 0, "}": last }[event.key];
      if (to === undefined || to < 0 || to > last) return;
      event.preventDefault();
      onJump(to);
    };
    window.addEventListener("keydown", keys);
    return () => window.removeEventListener("keydown", keys);
  }, [at, last, onJump]);
  const step = (to: number, label: string, path: string) => (
    <button
      type="button"
      disabled={to < 0 || to > last || to === at}
      onClick={() => onJump(to)}
      aria-label={label}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={path} fill="currentColor" />
      </svg>
    </button>
  );
  if (!last) return null;
  return (
    <div className="replay">
      {step(0, t("replay.first"), "M2 3h2v10H2zM13 3v10L5 8z")}
      {step(at - 1, t("replay.back"), "M12 3v10L4 8z")}
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={t("replay.slider")}
        onChange={(event) => onJump(Number(event.target.value))}
      />
      {step(at + 1, t("replay.on"), "M4 3v10l8-5z")}
      {step(last, t("replay.last"), "M12 3h2v10h-2zM3 3v10l8-5z")}
    </div>
  );
}
