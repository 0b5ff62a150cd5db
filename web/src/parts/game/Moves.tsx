import { Fragment, useEffect, useRef } from "react";
import { type Say, t } from "../../i18n";
import type { Event } from "../../wire";
import { eventsText } from "../../words";

/** The decisions so far by turns, each a button to look back; and the keys and slider of a replay. */

export type Row = {
  number: number;
  move: string;
  turn: number;
  seat: number;
  events?: readonly Event[];
};

type MovesProps = {
  moves: Row[];
  /** How many decisions the shown position has. */
  at: number;
  marks?: Record<number, string>;
  onJump: (number: number) => void;
  /** Says what the decisions brought about, where that is known. */
  say?: Say;
};

/** Decisions of one turn stand together. */
export function byTurns(moves: Row[]): Row[][] {
  const turns: Row[][] = [];
  for (const move of moves) {
    const last = turns.at(-1);
    if (last?.[0]?.turn === move.turn && last[0].seat === move.seat) last.push(move);
    else turns.push([move]);
  }
  return turns;
}

export function Moves({ moves, at, marks = {}, onJump, say }: MovesProps) {
  const list = useRef<HTMLOListElement>(null);
  const count = moves.length;
  // Scrolls when the place changes.
  useEffect(() => {
    const box = list.current;
    if (!box || !count) return;
    const here = box.querySelector<HTMLElement>("[aria-current]");
    if (here) box.scrollTop = here.offsetTop - box.clientHeight / 2;
    else box.scrollTop = at ? box.scrollHeight : 0;
  }, [at, count]);
  return (
    <section className="moves" aria-label={t("table.moves")}>
      <h2 className="part">{t("table.moves")}</h2>
      <ol ref={list} className="move-list">
        {byTurns(moves).map((turn, index) => (
          <li key={turn[0]?.number}>
            <span className="turn-number muted">{index + 1}</span>
            {turn.map(({ number, move, events = [] }) => (
              <Fragment key={number}>
                <button
                  type="button"
                  className="move"
                  aria-current={number === at ? "true" : undefined}
                  onClick={() => onJump(number)}
                >
                  {move}
                  {marks[number] && <span className="mark"> {marks[number]}</span>}
                </button>
                {say && events.length > 0 && (
                  <span className="move-events small">{eventsText(events, say)}</span>
                )}
              </Fragment>
            ))}
          </li>
        ))}
      </ol>
      <Replay at={at} last={count} onJump={onJump} />
    </section>
  );
}

type ReplayProps = { at: number; last: number; onJump: (number: number) => void };

function Replay({ at, last, onJump }: ReplayProps) {
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
