import type {
  Box,
  Cell,
  Failure,
  GamesWish,
  HouseFacts,
  MovesOrRefusal,
  NewTable,
  OwnGames,
  Past,
  Person,
  PositionWish,
  QrCode,
  RatingFacts,
  Refused,
  Removed,
  ReviewFacts,
  Statistics,
  Study,
  Summary,
  TableFacts,
} from "./wire";

/** The house's REST calls; what they send and answer is told in wire.ts. */

/** What the house answers when it says no, in the reader's language. */
export class HouseError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly cells: readonly string[] = [],
    readonly rule: string | null = null,
  ) {
    super(message);
  }
}

export const errorOf = ({ code, message, cells, rule }: Failure) =>
  new HouseError(code, message, cells ?? [], rule ?? null);

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
  const told = (await answer.json().catch(() => ({}))) as Partial<Refused>;
  throw told.error ? errorOf(told.error) : new HouseError(`status-${answer.status}`, "");
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await request(method, path, body)).json()) as T;
}

const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

export const house = () => json<HouseFacts>("GET", "/api/house");
export const qrCode = (text: string) => json<QrCode>("POST", "/api/qr", { text });
export const me = () => json<Person>("GET", "/api/me");
export const rename = (name: string) => json<Person>("PUT", "/api/me", { name });
export const myGames = (wish: GamesWish) => {
  const asked = Object.entries(wish).filter(([, value]) => value !== null && value !== "");
  const query = new URLSearchParams(asked.map(([key, value]) => [key, String(value)]));
  return json<OwnGames>("GET", `/api/me/games?${query}`);
};
export const removeGame = (id: string) =>
  json<Removed>("DELETE", `/api/me/games/${encodeURIComponent(id)}`);
export const clearAbandoned = () => json<Removed>("DELETE", "/api/me/games");
export const statistics = () => json<Statistics[]>("GET", "/api/me/statistics");
export const ratings = () => json<RatingFacts[]>("GET", "/api/me/ratings");
export const ARCHIVE = "/api/me/archive";
export const forgetMe = () => json<Person>("DELETE", "/api/me");
export const boxes = () => json<Box[]>("GET", "/api/games");
export const box = (game: string) => json<Box>("GET", `/api/games/${encodeURIComponent(game)}`);
export const words = (game: string, lang: string) =>
  json<Record<string, string>>("GET", `/api/games/${encodeURIComponent(game)}/words/${lang}`);
export const tables = (list: "mine" | "running" | "open" | "recent") =>
  json<Summary[]>("GET", `/api/tables?list=${list}`);
export const openTable = (plan: NewTable) => json<TableFacts>("POST", "/api/tables", plan);
export const sit = (id: string, seat: number, share: string, invitation?: string) =>
  json<TableFacts>("PUT", `${table(id)}/seats/${seat}`, { share, invitation });
export const getUp = (id: string, seat: number) => request("DELETE", `${table(id)}/seats/${seat}`);
export const positionAt = (id: string, number: number) =>
  json<Past>("GET", `${table(id)}/positions/${number}`);
export const recordOf = async (id: string) => (await request("GET", `${table(id)}/record`)).text();
export const reviewOf = (id: string) => json<ReviewFacts>("GET", `${table(id)}/review`);
export const study = (of: PositionWish) => json<Study>("POST", "/api/positions", of);
export const whyNot = (code: string, ask: { move: string } | { pick: Cell[] }) =>
  json<MovesOrRefusal>("POST", "/api/positions/why", { code, ...ask });

/** The player's own share of the draw's randomness: 128 bits, as 32 hex letters. */
export function share(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
