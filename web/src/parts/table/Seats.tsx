import { type ReactNode, useEffect, useState } from "react";
import { type Say, t } from "../../i18n";
import type { Thought } from "../../state/table";
import type { ClockFacts, Seat, SeatFacts, TableFacts } from "../../wire";
import { clockText, colourName, isFree } from "../../words";
import { Chip } from "../common/Chip";
import { MainFacts } from "../common/MainFacts";
import { Stock } from "../common/Stock";

/** Who sits where: colour, name, presence, points, supply, time and whose turn it is. */

type SeatsProps = {
  table: TableFacts;
  names: string[];
  seats: readonly Seat[];
  toMove: number | null;
  thinking: Thought | null;
  say: Say;
  extra: (seat: SeatFacts) => ReactNode;
};

export function Seats({ table, names, seats, toMove, thinking, say, extra }: SeatsProps) {
  return (
    <ul className="seats" aria-label={t("table.seats")}>
      {table.seats.map((seat) => {
        const shown = seats[seat.seat];
        const mine = table.you.includes(seat.seat);
        const turn = toMove === seat.seat && table.state === "running";
        return (
          <li key={seat.seat} className={turn ? "seat seat-turn" : "seat"}>
            <div className="seat-head">
              <Chip colour={seat.colour} name={colourName(say, seat.colour)} />
              <span className="seat-name">
                {isFree(seat) ? t("seat.free") : names[seat.seat]}
                {mine && table.you.length === 1 && names[seat.seat] !== t("seat.me") && (
                  <span className="muted"> {t("seat.you")}</span>
                )}
              </span>
              {turn && <span className="turn-mark">{t("seat.turn")}</span>}
              {typeof shown?.points === "number" && (
                <span className="points">
                  <span className="unseen">{t("seat.points")}</span> {shown.points}
                </span>
              )}
            </div>
            <div className="seat-foot muted">
              <span className="supply">
                <Stock supply={shown?.supply ?? []} say={say} />
              </span>
              <MainFacts facts={shown?.facts ?? []} say={say} />
              {shown?.hand && (
                <span className="stock">
                  <Chip colour={shown.hand.colour} name={say(shown.hand.colour)} small />{" "}
                  {say(shown.hand.name)}
                  <span className="unseen"> {say(shown.hand.colour)}</span>
                </span>
              )}
              {shown && shown.hidden > 0 && <span>{t("cards.hidden", { n: shown.hidden })}</span>}
              {thinking?.seat === seat.seat && (
                <span>{t("seat.thinking", { n: Math.ceil(thinking.seconds) })}</span>
              )}
              {seat.relieved && <span>{t("seat.relieved")}</span>}
              {!seat.here && seat.kind === "person" && table.state !== "over" && (
                <span className="away">{t("seat.away")}</span>
              )}
              <SeatClock table={table} seat={seat} />
            </div>
            {thinking?.seat === seat.seat && <Progress thought={thinking} />}
            {extra(seat)}
          </li>
        );
      })}
    </ul>
  );
}

/** The seats in one row, for a phone, where the panel is a sheet. */
export function SeatBar({ table, names, seats, toMove, thinking, say }: Omit<SeatsProps, "extra">) {
  return (
    <ul className="seat-bar" aria-label={t("table.seats")}>
      {table.seats.map((seat) => {
        const turn = toMove === seat.seat && table.state === "running";
        const shown = seats[seat.seat];
        const points = shown?.points;
        return (
          <li key={seat.seat} className={turn ? "seat-mini seat-turn" : "seat-mini"}>
            <div className="seat-line">
              <Chip colour={seat.colour} name={colourName(say, seat.colour)} small />
              <span className="seat-name">{names[seat.seat]}</span>
              {typeof points === "number" && (
                <b className="points">
                  <span className="unseen">{t("seat.points")}</span> {points}
                </b>
              )}
              <SeatClock table={table} seat={seat} />
            </div>
            <div className="seat-line muted">
              <Stock supply={shown?.supply ?? []} say={say} />
              <MainFacts facts={shown?.facts ?? []} say={say} />
            </div>
            {thinking?.seat === seat.seat && <Progress thought={thinking} />}
          </li>
        );
      })}
    </ul>
  );
}

/** A thin bar that fills over the time a computer may take; the browser moves it by itself. */
function Progress({ thought: { seconds, begun } }: { thought: Thought }) {
  return (
    <span
      key={begun}
      className="thinking-bar"
      aria-hidden="true"
      style={{
        animationDuration: `${seconds}s`,
        animationDelay: `${(begun - performance.now()) / 1000}s`,
      }}
    />
  );
}

/** Seconds left: the house's figure, less what went by since it came, by this device's own clock. */
export function remaining(clock: ClockFacts, seat: number, since: number): number {
  const left = clock.remaining[seat] ?? 0;
  return clock.running === seat ? left - since : left;
}

/** Only people have a time that runs. */
function SeatClock({ table: { clock }, seat }: { table: TableFacts; seat: SeatFacts }) {
  return clock && seat.kind !== "computer" ? <ClockFace clock={clock} seat={seat.seat} /> : null;
}

function ClockFace({ clock, seat }: { clock: ClockFacts; seat: number }) {
  const [since, setSince] = useState(0);
  const runs = clock.running === seat;
  // A new figure starts the count anew.
  useEffect(() => {
    setSince(0);
    if (clock.running !== seat) return;
    const came = performance.now();
    const timer = setInterval(() => setSince((performance.now() - came) / 1000), 250);
    return () => clearInterval(timer);
  }, [clock, seat]);
  const left = remaining(clock, seat, since);
  const hurry = runs && left < 20 ? " clock-hurry" : "";
  return (
    <span className={`clock${runs ? " clock-runs" : ""}${hurry}`} role="timer">
      <span className="unseen">{t("seat.clock")} </span>
      {clockText(left)}
    </span>
  );
}
