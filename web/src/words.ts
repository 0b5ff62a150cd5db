import type { Asked } from "./board/picking";
import { type Facts, type Key, lang, type Say, t } from "./i18n";
import english from "./locales/en.json";
import { cellName, cellOf } from "./scene";
import { myName } from "./state/house";
import type {
  Board,
  Box,
  Cell,
  Decided,
  End,
  LevelFacts,
  Offer,
  RatingFacts,
  Result,
  Scene,
  SeatFacts,
  Summary,
  TableFacts,
} from "./wire";

/** Sentences that several pages say. */

/** Texts of the board itself stand in our own catalogue under their source; the rest is the game's. */
export function boardText(say: Say): Say {
  return (source, facts) => {
    const key = `board.${source}`;
    return key in english ? t(key as Key, facts as Facts) : say(source, facts);
  };
}

export const colourName = (say: Say, colour: string) => capital(say(colour));

/** "Ann:", before what is told of her. */
export const headed = (what: string | number): string => t("colon", { what: String(what) });

export const capital = (text: string) => text.charAt(0).toLocaleUpperCase(lang()) + text.slice(1);

/** A name in code, such as turns_left, as the game's words tell it, or else as it stands. */
export function named(say: Say, key: string): string {
  const told = say(key);
  return capital(told === key ? key.replaceAll("_", " ") : told);
}

type Sitting = Pick<SeatFacts, "kind" | "name" | "level" | "gone"> & { relieved?: boolean };

export function seatName(seat: Sitting, mine = false): string {
  if (isFree(seat)) return t("seat.free");
  if (seat.gone) return t("seat.gone");
  if (seat.kind === "computer" && !seat.relieved)
    return t("seat.computer", { level: seat.level ?? "?" });
  return mine && !myName.get() ? t("seat.me") : seat.name || t("seat.guest");
}

/** What each seat is called: those at one screen by colour, and no two the same. */
export function namesOf({ seats, you }: Pick<TableFacts, "seats" | "you">, say: Say): string[] {
  const called = seats.map((seat) => {
    const mine = you.includes(seat.seat);
    const colour = isFree(seat) || (mine && you.length > 1);
    return colour ? colourName(say, seat.colour) : seatName(seat, mine);
  });
  return called.map((name, index) => {
    const twice = called.filter((other) => other === name).length > 1;
    return twice ? `${name} (${say(seats[index]?.colour ?? "")})` : name;
  });
}

export const isFree = ({ kind }: Sitting) => kind === "friend" || kind === "open";

export function levelName(level: LevelFacts, say: Say): string {
  const facts = { level: level.level, name: say(level.name) };
  return level.rating === null || level.rating === undefined
    ? t("level.name", facts)
    : t("level.rated", { ...facts, rating: Math.round(level.rating) });
}

/** "1480 ± 60" */
export const ratingText = ({ rating, doubt }: Pick<RatingFacts, "rating" | "doubt">) =>
  `${Math.round(rating)} ± ${Math.round(doubt)}`;

/** "+12" or "−8" */
export const changeText = (change: number) =>
  new Intl.NumberFormat(lang(), { signDisplay: "exceptZero", maximumFractionDigits: 0 }).format(
    change,
  );

/** A move in words; its notation stands beside it, small. */
export const offerName = ({ words }: Pick<Offer, "words">, say: Say): string => capital(say(words));

/** "Ann: cube on c4." */
export const movedText = (who: string, { words }: Pick<Decided, "words">, say: Say): string =>
  t("said.moved", { who, move: say(words) });

/** The number of the turn that a position comes from, of which `turns` tells by decisions; 0 at first. */
export const turnAt = (turns: readonly number[], at: number): number => (turns[at - 1] ?? -1) + 1;

/** Which position of the past is looked at. */
export function pastText(turns: readonly number[], at: number): string {
  const n = turnAt(turns, at);
  if (!n) return t("past.start");
  return t(turnAt(turns, at + 1) === n ? "past.within" : "past.banner", { n });
}

/** The cells of their names. */
export function cellsOf(board: Board, names: readonly string[]): Cell[] {
  const found = names.map((name) => cellOf(board, name));
  return found.filter((cell): cell is Cell => cell !== null);
}

/** What the next pick chooses, as the game's steps tell it: "the cube to move or the tower to tip". */
export function stepText(steps: Scene["steps"], asked: readonly Asked[], say: Say): string {
  const told = asked
    .flatMap(({ kind, index }) => steps[kind]?.[index] ?? [])
    .map((text) => say(text));
  return new Intl.ListFormat(lang(), { type: "disjunction" }).format(new Set(told));
}

/** What a decision brought about, one sentence after the other. */
export const eventsText = (events: Scene["events"], say: Say): string =>
  events.map(({ sentence, points }) => say(sentence) + (points ? ` (+${points})` : "")).join(" ");

/** Where something is, by the names of a few of its cells. */
export function placeText(board: Board, cells: readonly Cell[]): string {
  const ground = { ...board, levels: false };
  const names = [...new Set(cells.map((cell) => cellName(ground, cell)))];
  return names.length > FEW_NAMES ? `${names.slice(0, FEW_NAMES).join(", ")} …` : names.join(", ");
}

const FEW_NAMES = 4;

export const pickedNames = (board: Board, cells: readonly Cell[]) =>
  cells.map((cell) => cellName(board, cell)).join(", ");

export const pickNames = (board: Board, cells: readonly Cell[]) =>
  cells.map((cell) => cellName(board, cell)).join(" → ");

type Ending = Pick<Result, "how"> & { winners: readonly number[] };

export function resultText(
  { winners, how }: Ending,
  names: string[],
  you: readonly number[] = [],
): string {
  const who = new Intl.ListFormat(lang()).format(winners.map((seat) => names[seat] ?? "?"));
  const facts: Facts = { who, n: winners.length };
  if (winners.length === names.length || !winners.length) return t("result.draw");
  if (you.length === 1 && winners.length === 1 && winners[0] === you[0]) return t("result.youWin");
  if (how === "resigned") return t("result.resigned", facts);
  if (how === "time") return t("result.time", facts);
  return t("result.wins", facts);
}

/** "12 : 7", where points decide and not just the win. */
export const scoresText = (scores: readonly number[] | null): string =>
  scores?.some((score) => score > 1) ? scores.join(" : ") : "";

type Ended = Ending & Pick<Result, "reason">;

/** Why a game ended; of two players, who gave it up. */
export function endText(
  { how, reason, winners }: Ended,
  names: readonly string[],
  say: Say,
  you: readonly number[] = [],
): string {
  if (how === "rules") return `${capital(say(reason))}.`;
  if (how !== "resigned" || names.length !== 2) return t(`how.${how}`);
  const loser = winners[0] === 0 ? 1 : 0;
  if (you.length === 1 && you[0] === loser) return t("how.youResigned");
  return t("how.resignedBy", { who: names[loser] ?? "" });
}

export function outcomeText(outcome: End, names: string[], say: Say): string {
  const { winners, reason } = outcome;
  return `${resultText({ winners, how: "rules" }, names)} ${capital(say(reason))}`;
}

export function playersText([least, most]: Box["seats"]): string {
  return least === most ? t("players.exact", { n: most }) : t("players.range", { least, most });
}

export function ago(at: number): string {
  const seconds = Math.round(at - Date.now() / 1000);
  const format = new Intl.RelativeTimeFormat(lang(), { numeric: "auto" });
  if (Math.abs(seconds) < 3600) return format.format(Math.round(seconds / 60), "minute");
  if (Math.abs(seconds) < 86400) return format.format(Math.round(seconds / 3600), "hour");
  return format.format(Math.round(seconds / 86400), "day");
}

export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const two = (n: number) => String(n).padStart(2, "0");
  if (whole >= 86400) return t("clock.days", { n: Math.floor(whole / 86400) });
  if (whole >= 3600) return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)} h`;
  return `${Math.floor(whole / 60)}:${two(whole % 60)}`;
}

/** "10 min + 5 s", "2 days for each move" */
export function termsText(clock: Summary["clock"]): string {
  if (!clock) return t("clock.none");
  if (clock.kind === "days") return t("clock.termsDays", { n: clock.days });
  const { minutes, increment = 0 } = clock;
  return t(increment ? "clock.terms" : "clock.termsPlain", { minutes, increment });
}

/** "line: 4 · board: 6": what differs from the usual game. */
export const optionsText = (options: Readonly<Record<string, string>>, say: Say): string =>
  Object.entries(options)
    .map(([name, value]) => `${headed(named(say, name))} ${valueText(value, say)}`)
    .join(" · ");

/** A value in words; a list too long to read, such as a deck, is one's own. */
export function valueText(value: string, say: Say): string {
  const words = value.split(",");
  return words.length > LONG ? t("facts.own") : words.map((word) => say(word)).join(", ");
}

const LONG = 8;

export const percent = (share: number) =>
  new Intl.NumberFormat(lang(), { style: "percent" }).format(share);

export const megabytes = (bytes: number) =>
  (bytes / 1e6).toLocaleString(lang(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
