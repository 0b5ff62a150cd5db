import { house as hall } from "./house";
import { type Answer, textOf } from "./house/house";
import type {
  Bench,
  Box,
  Brought,
  BuildWish,
  Cell,
  Credential,
  ExploredFacts,
  Failure,
  FigureQuestion,
  FigureState,
  GamesWish,
  GoalFacts,
  GoalWish,
  HintWish,
  HouseFacts,
  Keys,
  LessonAnswer,
  LessonFacts,
  LessonGame,
  LessonHint,
  LessonJudged,
  LessonQuestion,
  LessonStep,
  LessonTable,
  LinkFacts,
  MistakeWish,
  MovesOrRefusal,
  NewTable,
  OneTimeLink,
  OwnGames,
  PasskeyOptions,
  Past,
  Person,
  PickWish,
  PositionWish,
  PuzzleChoice,
  PuzzleGame,
  PuzzleHint,
  PuzzleSolution,
  PuzzleState,
  PuzzleWish,
  QrCode,
  RatingFacts,
  Refused,
  Removed,
  ResultWish,
  ReviewFacts,
  RulebookFacts,
  RunFacts,
  RunTry,
  Sit,
  SoloResult,
  Solution,
  SolveWish,
  Statistics,
  Study,
  Summary,
  TableFacts,
  TableHint,
  TableHintWish,
  TaskFacts,
  TheoremFacts,
  ToolQuestion,
  TryWish,
  WorkshopFacts,
} from "./wire";

/** The house's REST calls; what they send and answer is told in wire.ts. */

export { stayUnknown } from "./house/network";

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

/** The language in which the house answers. */
export const spoken = () => language;

async function request(method: string, path: string, body?: unknown): Promise<Answer> {
  const text = body === undefined ? null : JSON.stringify(body);
  const answer = await hall.ask(method, path, language, text).catch(() => {
    throw new HouseError("offline", "");
  });
  if (answer.status < 400) return answer;
  const { error } = refusalIn(answer);
  throw error ? errorOf(error) : new HouseError(`status-${answer.status}`, "");
}

function refusalIn(answer: Answer): Partial<Refused> {
  try {
    return JSON.parse(textOf(answer)) as Refused;
  } catch {
    return {}; // not the house itself, but something before it
  }
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return JSON.parse(textOf(await request(method, path, body))) as T;
}

/** A file that the house makes, such as a page to print, as the browser can open it. */
export async function file(path: string): Promise<Blob> {
  const { kind, body } = await request("GET", path);
  return new Blob([body as BlobPart], { type: kind });
}

/** What a game needs shall be there first: it is about to be played. */
export const want = (game: string): void => hall.want(game);

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
/** Brings along what another house has packed. */
export const bringArchive = async (file: Blob) =>
  json<Brought>("POST", ARCHIVE, { archive: inBase64(new Uint8Array(await file.arrayBuffer())) });
export const forgetMe = () => json<Person>("DELETE", "/api/me");
export const keys = () => json<Keys>("GET", "/api/me/keys");
export const makeLink = () => json<OneTimeLink>("POST", "/api/me/link");
export const lookAtLink = (token: string) => json<LinkFacts>("POST", "/api/link/look", { token });
export const takeLink = (token: string) => json<Person>("POST", "/api/link/take", { token });
export const signOut = () => json<Person>("POST", "/api/me/out");
export const passkeyToMake = () => json<PasskeyOptions>("POST", "/api/me/passkeys/options");
export const keepPasskey = (credential: Credential["credential"]) =>
  json<Keys>("POST", "/api/me/passkeys", { credential });
export const passkeyToShow = () => json<PasskeyOptions>("POST", "/api/passkeys/options");
export const showPasskey = (credential: Credential["credential"]) =>
  json<OneTimeLink>("POST", "/api/passkeys", { credential });
export const removePasskey = (id: string) => json<Keys>("DELETE", `/api/me/passkeys/${id}`);
export const boxes = () => json<Box[]>("GET", "/api/games");
export const box = (game: string) => json<Box>("GET", `/api/games/${encodeURIComponent(game)}`);
export const words = (game: string, lang: string) =>
  json<Record<string, string>>("GET", `/api/games/${encodeURIComponent(game)}/words/${lang}`);

const figure = (game: string, name: string) =>
  `/api/games/${encodeURIComponent(game)}/figures/${encodeURIComponent(name)}`;

export const rulebook = (game: string) =>
  json<RulebookFacts>("GET", `/api/games/${encodeURIComponent(game)}/rulebook`);
export const tryFigure = (game: string, name: string, moves: readonly string[]) =>
  json<FigureState>("POST", figure(game, name), { moves });
export const whyNotOnFigure = (game: string, name: string, asked: FigureQuestion) =>
  json<MovesOrRefusal>("POST", `${figure(game, name)}/why`, asked);

export const tables = (list: "mine" | "running" | "open" | "recent") =>
  json<Summary[]>("GET", `/api/tables?list=${list}`);
export const openTable = (plan: NewTable) => json<TableFacts>("POST", "/api/tables", plan);
export const sit = (id: string, seat: number, wish: Sit) =>
  json<TableFacts>("PUT", `${table(id)}/seats/${seat}`, wish);
export const withdraw = (id: string) => json<Removed>("DELETE", table(id));
export const getUp = (id: string, seat: number) => request("DELETE", `${table(id)}/seats/${seat}`);
export const tableFacts = (id: string) => json<TableFacts>("GET", table(id));
export const positionAt = (id: string, number: number) =>
  json<Past>("GET", `${table(id)}/positions/${number}`);
export const recordOf = async (id: string) => textOf(await request("GET", `${table(id)}/record`));
export const tableHint = (id: string, wish: TableHintWish) =>
  json<TableHint>("POST", `${table(id)}/hint`, wish);
export const reviewOf = (id: string) => json<ReviewFacts>("GET", `${table(id)}/review`);
export const study = (of: PositionWish) => json<Study>("POST", "/api/positions", of);
export const whyNot = (code: string, ask: { said: string } | { pick: Cell[] }) =>
  json<MovesOrRefusal>("POST", "/api/positions/why", { code, ...ask });

const workshop = (game: string) => `/api/solo/${encodeURIComponent(game)}`;

export const workshops = () => json<WorkshopFacts[]>("GET", "/api/solo");
export const taskOf = (game: string, task: string) =>
  json<TaskFacts>("GET", `${workshop(game)}/tasks/${encodeURIComponent(task)}`);
export const dealTask = (game: string, grade: number) =>
  json<TaskFacts>("GET", `${workshop(game)}/deal?grade=${grade}`);
export const goals = (game: string, wish: GoalWish) =>
  json<GoalFacts[]>("POST", `${workshop(game)}/goals`, wish);
export const build = (game: string, wish: BuildWish) =>
  json<Bench>("POST", `${workshop(game)}/build`, wish);
export const whyNotBuild = (game: string, asked: ToolQuestion) =>
  json<MovesOrRefusal>("POST", `${workshop(game)}/why`, asked);
export const solve = (game: string, wish: SolveWish) =>
  json<Solution>("POST", `${workshop(game)}/solve`, wish);
export const keepResult = (game: string, wish: ResultWish) =>
  json<SoloResult>("POST", `${workshop(game)}/results`, wish);

const run = (game: string, kind: RunFacts["kind"]) =>
  `/api/puzzles/${encodeURIComponent(game)}/runs/${kind}`;

export const puzzleGames = () => json<PuzzleGame[]>("GET", "/api/puzzles");
export const solvePuzzle = (wish: TryWish) => json<PuzzleState>("POST", "/api/puzzles/solve", wish);
export const whyNotInPuzzle = (asked: PickWish) =>
  json<MovesOrRefusal>("POST", "/api/puzzles/why", asked);
export const hint = (wish: HintWish) => json<PuzzleHint>("POST", "/api/puzzles/hint", wish);
export const puzzleSolution = (wish: PuzzleWish) =>
  json<PuzzleSolution>("POST", "/api/puzzles/solution", wish);
export const nextPuzzle = (game: string, theme: string | null, after: string) => {
  const query = new URLSearchParams({ after, ...(theme ? { theme } : {}) });
  return json<PuzzleChoice>("GET", `/api/puzzles/${encodeURIComponent(game)}/next?${query}`);
};
export const keepMistake = (wish: MistakeWish) =>
  json<PuzzleChoice>("POST", "/api/puzzles/mistakes", wish);
export const forgetMistake = (puzzle: string) =>
  json<PuzzleChoice>("DELETE", `/api/puzzles/mistakes/${encodeURIComponent(puzzle)}`);
export const startRun = (game: string, kind: RunFacts["kind"]) =>
  json<RunFacts>("POST", run(game, kind));
export const seeRun = (game: string, kind: RunFacts["kind"]) =>
  json<RunFacts>("GET", run(game, kind));
export const tryInRun = (game: string, kind: RunFacts["kind"], wish: RunTry) =>
  json<RunFacts>("POST", `${run(game, kind)}/try`, wish);
export const sheetPath = (game: string) => `/api/puzzles/${encodeURIComponent(game)}/sheet`;
/** A page to print, in the language that the pages are read in. */
export const paperPath = (game: string, kind: "booklet" | "card") =>
  `/api/games/${encodeURIComponent(game)}/${kind}?lang=${language}`;
export const theorems = () => json<TheoremFacts[]>("GET", "/api/theorems");
export const exploreTheorem = (key: string, moves: string[]) =>
  json<ExploredFacts>("POST", `/api/theorems/${encodeURIComponent(key)}`, { moves });

const steps = (game: string, step: string) =>
  `/api/lessons/${encodeURIComponent(game)}/steps/${encodeURIComponent(step)}`;

export const lessonGames = () => json<LessonGame[]>("GET", "/api/lessons");
export const lesson = (game: string) =>
  json<LessonFacts>("GET", `/api/lessons/${encodeURIComponent(game)}`);
export const lessonAnew = (game: string) =>
  json<LessonFacts>("DELETE", `/api/lessons/${encodeURIComponent(game)}`);
export const lessonTable = (game: string) =>
  json<LessonTable>("POST", `/api/lessons/${encodeURIComponent(game)}/game`, { share: share() });
export const lessonStep = (game: string, step: string) =>
  json<LessonStep>("GET", steps(game, step));
export const answerStep = (game: string, step: string, answer: LessonAnswer) =>
  json<LessonJudged>("POST", steps(game, step), answer);
export const whyNotInStep = (game: string, step: string, asked: LessonQuestion) =>
  json<MovesOrRefusal>("POST", `${steps(game, step)}/why`, asked);
export const stepHint = (game: string, step: string, strength: number) =>
  json<LessonHint>("GET", `${steps(game, step)}/hint?strength=${strength}`);

function inBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** The player's own share of the draw's randomness: 128 bits, as 32 hex letters. */
export function share(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
