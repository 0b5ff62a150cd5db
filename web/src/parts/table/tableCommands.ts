import { type Say, t } from "../../i18n";
import { settings } from "../../state/settings";
import type { TableActs } from "../../state/table";
import { isMyTurn, playsAlone } from "../../state/turn";
import type { Act, ClockFacts, Decided, TableFacts } from "../../wire";
import {
  clockText,
  endText,
  eventsText,
  headed,
  isFree,
  movedText,
  resultText,
  scoresText,
} from "../../words";
import type { Commands } from "../text/commands";
import type { MoreCommands } from "../text/TextPlay";
import { remaining } from "./Seats";

/** What can be asked and done at a table by typing it. */

export function tableCommands(
  table: TableFacts,
  names: string[],
  say: Say,
  acts: TableActs,
  onHint: (() => Promise<void>) | null,
): MoreCommands {
  const told = (move: Decided) =>
    [movedText(names[move.seat] ?? "", move, say), eventsText(move.events, say)]
      .filter(Boolean)
      .join(" ");
  const act = async (what: Act, answer?: string) => {
    await acts.act(what);
    return answer;
  };
  if (table.clock) since(table.clock);
  const free = table.undo || playsAlone(table);
  return (ask) => ({
    last: () => lastTurns(table).map(told).join("\n") || t("ear.noLast"),
    log: () =>
      table.moves.map((move) => `${move.turn + 1}. ${told(move)}`).join("\n") || t("ear.noLast"),
    who: () => whoText(table, names, say),
    clock: () => clocksText(table, names),
    ...(onHint && {
      hint: () => (isMyTurn(table) ? onHint().then(() => undefined) : t("ear.noMoves")),
    }),
    back: () => act("ask-undo", free ? undefined : t("undo.asked")),
    resign: () => ask(t("ear.sureAct", { question: t("resign.sure") }), () => act("resign")),
    ...(playsAlone(table) ? {} : social(ask, act, acts.chat)),
    ...answers(table, act),
  });
}

type Ask = Parameters<MoreCommands>[0];
type DoAct = (what: Act, answer?: string) => Promise<string | undefined>;

/** What needs another person. A line of the chat is read aloud where it appears. */
const social = (ask: Ask, act: DoAct, chat: TableActs["chat"]): Commands => ({
  draw: () =>
    ask(t("ear.sureAct", { question: `${t("draw.offer")}?` }), () =>
      act("offer-draw", t("draw.offered")),
    ),
  say: async (text) => {
    if (!text) return t("ear.sayWhat");
    await chat(text);
    return settings().muted ? text : undefined;
  },
});

/** What everybody did since one's own last turn, and that one. */
function lastTurns({ moves, you }: TableFacts): readonly Decided[] {
  const last = moves.at(-1);
  const own = moves.findLast(({ seat }) => you.includes(seat) && seat !== last?.seat);
  const first = moves.findIndex(({ turn }) => turn === (own ?? last)?.turn);
  return first < 0 ? [] : moves.slice(first);
}

function whoText(table: TableFacts, names: string[], say: Say): string {
  const { result, view, seats, you } = table;
  const lines = seats.map((seat) => {
    const told = [
      isFree(seat) ? t("seat.free") : names[seat.seat],
      say(seat.colour),
      you[0] === seat.seat && names[seat.seat] !== t("seat.me") && !you[1] ? t("seat.you") : "",
      seat.kind === "person" && !seat.here ? t("seat.away") : "",
      table.state === "running" && view?.to_move === seat.seat ? t("seat.turn") : "",
    ];
    return `${told.filter(Boolean).join(", ")}.`;
  });
  if (!result) return lines.join("\n");
  const ending = [
    resultText(result, names, you),
    endText(result, names, say, you),
    scoresText(result.scores),
  ];
  return [ending.filter(Boolean).join(" "), ...lines].join("\n");
}

const came = new WeakMap<ClockFacts, number>();

/** When a clock's figures came, by this device's own clock. */
function since(clock: ClockFacts): number {
  const known = came.get(clock) ?? performance.now();
  came.set(clock, known);
  return (performance.now() - known) / 1000;
}

function clocksText({ clock, seats }: TableFacts, names: string[]): string {
  if (!clock) return `${t("clock.none")}.`;
  return seats
    .filter(({ kind }) => kind !== "computer")
    .map(
      ({ seat }) =>
        `${headed(names[seat] ?? "")} ${clockText(remaining(clock, seat, since(clock)))}.`,
    )
    .join("\n");
}

/** Yes and no to what another player asks. */
function answers({ offers, you }: TableFacts, act: DoAct): Commands {
  const { draw, undo } = offers;
  if (draw !== null && !you.includes(draw))
    return { yes: () => act("accept-draw"), no: () => act("decline-draw") };
  if (undo && !you.includes(undo.seat))
    return { yes: () => act("allow-undo"), no: () => act("refuse-undo") };
  return {};
}
