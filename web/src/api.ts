import type { Cell, Offer, Size, View } from "./scene";

/** The house's REST calls, typed as docs/house.md tells. */

export type Option = {
  name: string;
  kind: "number" | "choice" | "flag" | "words";
  default: string | number | boolean;
  low?: number | null;
  high?: number | null;
  choices?: string[] | null;
  range: string;
  about?: string | null;
};
export type Level = {
  level: number;
  name: string;
  seconds: number;
  rating: number | null;
  error: number | null;
};
export type Box = {
  id: string;
  title: string;
  summary: string;
  authors: string[];
  publisher: string;
  year: number | null;
  seats: [number, number];
  minutes: number;
  colours: string[];
  chance: boolean;
  secrets: boolean;
  options: Option[];
  levels: Level[];
  rules?: string | null;
  /** Moves of every kind, to tell how they are written. */
  notation?: { board: Size; moves: Offer[] } | null;
};
export type House = {
  version: string;
  languages: string[];
  warming: { done: number; total: number; game: string | null };
  ready: Record<string, boolean>;
};
export type SeatKind = "me" | "computer" | "friend" | "open";
export type SeatPlan = { kind: SeatKind; level?: number; name?: string };
export type ClockPlan =
  | { kind: "game"; minutes: number; increment: number }
  | { kind: "days"; days: number };
export type NewTable = {
  game: string;
  options: Record<string, string>;
  seats: SeatPlan[];
  starts: number | "random";
  clock: ClockPlan | null;
  public: boolean;
  code?: string;
  record?: string;
  number?: number;
  share: string;
};
export type Seat = {
  seat: number;
  /** "friend" or "open" while nobody sits there. */
  kind: "person" | "computer" | "friend" | "open";
  name: string;
  level: number | null;
  here: boolean;
  thinking: boolean;
  /** The computer plays on for a person who was gone. */
  relieved: boolean;
  colour: string;
};
export type Clock = {
  kind: string;
  remaining: number[];
  running: number | null;
  at: number;
};
export type Played = { number: number; seat: number; move: string; turn: number };
export type Result = {
  winners: number[];
  scores: number[] | null;
  code: string | null;
  reason: string;
  facts?: Record<string, string | number>;
  how: "rules" | "resigned" | "draw-agreed" | "time";
};
export type ChatLine = { who: string; seat: number | null; text: string; at: number };
export type Table = {
  id: string;
  game: string;
  options: Record<string, string>;
  state: "waiting" | "running" | "over";
  host: boolean;
  you: number[];
  /** Seats where the computer plays for me until I am back. */
  back: number[];
  seats: Seat[];
  invitations?: Record<string, string> | null;
  /** Null where nothing is drawn. */
  commit: string | null;
  shares: (string | null)[];
  secret?: string | null;
  clock: Clock | null;
  offers: {
    draw: number | null;
    undo: { seat: number; number: number } | null;
    votes: Record<string, number[]>;
    rematch: number[];
  };
  match: { scores: number[]; played: number };
  next: string | null;
  undo: boolean;
  moves: Played[];
  number: number;
  /** Null before the cards are dealt. */
  view: View | null;
  result: Result | null;
  chat: ChatLine[];
  code: string | null;
  created: number;
};
export type Summary = {
  id: string;
  game: string;
  options: Record<string, string>;
  seats: Pick<Seat, "seat" | "kind" | "name" | "level">[];
  state: Table["state"];
  /** The seat to move. */
  turn: number | null;
  created: number;
  updated: number;
  number: number;
  you: number[];
};
export type Study = {
  game: string;
  options: Record<string, string>;
  moves: string[];
  turns: number[];
  /** The seat of each decision. */
  movers: number[];
  number: number;
  code: string;
  view: View;
  legal: string[];
  seats: string[];
  outcome: View["outcome"];
};
export type Refusal = { code: string; rule: string; message: string; cells: (Cell | string)[] };
export type Why = { moves: string[]; refusal: Refusal | null };
export type Act =
  | "resign"
  | "offer-draw"
  | "accept-draw"
  | "decline-draw"
  | "ask-undo"
  | "allow-undo"
  | "refuse-undo"
  | "vote-computer"
  | "rematch";

/** What the house answers when it says no, in the reader's language. */
export class HouseError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly cells: (Cell | string)[] = [],
    readonly rule: string | null = null,
  ) {
    super(message);
  }
}

type ErrorBody = {
  error?: { code?: string; message?: string; cells?: (Cell | string)[]; rule?: string };
};

let language = "en";

/** The language in which the house shall answer from now on. */
export function speak(lang: string): void {
  language = lang;
}

async function request(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { "Accept-Language": language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new HouseError("offline", "");
  }
  if (answer.ok) return answer;
  const told = (await answer.json().catch(() => ({}))) as ErrorBody;
  throw new HouseError(
    told.error?.code ?? `status-${answer.status}`,
    told.error?.message ?? "",
    told.error?.cells,
    told.error?.rule ?? null,
  );
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await request(method, path, body)).json()) as T;
}

const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

export const house = () => json<House>("GET", "/api/house");
export const me = () => json<{ name: string }>("GET", "/api/me");
export const rename = (name: string) => json<{ name: string }>("PUT", "/api/me", { name });
export const boxes = () => json<Box[]>("GET", "/api/games");
export const box = (game: string) => json<Box>("GET", `/api/games/${encodeURIComponent(game)}`);
export const words = (game: string, lang: string) =>
  json<Record<string, string>>("GET", `/api/games/${encodeURIComponent(game)}/words/${lang}`);
export const tables = (list: "mine" | "running" | "open" | "recent") =>
  json<Summary[]>("GET", `/api/tables?list=${list}`);
export const openTable = (plan: NewTable) => json<Table>("POST", "/api/tables", plan);
export const sit = (id: string, seat: number, share: string, invitation?: string) =>
  json<Table>("PUT", `${table(id)}/seats/${seat}`, { share, invitation });
export const getUp = (id: string, seat: number) => request("DELETE", `${table(id)}/seats/${seat}`);
export const positionAt = (id: string, number: number) =>
  json<{ number: number; move: string | null; view: View }>(
    "GET",
    `${table(id)}/positions/${number}`,
  );
export const recordOf = async (id: string) => (await request("GET", `${table(id)}/record`)).text();
export const reviewOf = (id: string) =>
  json<{ state: "running" | "done"; progress: number; review: unknown }>(
    "GET",
    `${table(id)}/review`,
  );
export type StudyOf =
  | { code: string; moves?: string[]; number?: number }
  | { record: string; moves?: string[]; number?: number }
  | { game: string; options?: Record<string, string>; moves?: string[]; number?: number };
export const study = (of: StudyOf) => json<Study>("POST", "/api/positions", of);
export const whyNot = (code: string, ask: { move: string } | { pick: Cell[] }) =>
  json<Why>("POST", "/api/positions/why", { code, ...ask });

/** The player's own share of the draw's randomness: 128 bits, as 32 hex letters. */
export function share(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
