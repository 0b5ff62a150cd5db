import { Store } from "../state/store";
import type { News, Trouble } from "./protocol";

/** How far the house in the worker has come, for whoever waits for it. */

export type Loaded = { done: number; total: number };
export type Arrival = {
  isReady: boolean;
  /** Bytes, by what they belong to: Python, the house, a game. */
  parts: Readonly<Record<string, Loaded>>;
  games: readonly string[];
  trouble: Trouble | null;
};

export const onTheWay: Arrival = { isReady: false, parts: {}, games: [], trouble: null };
export const arrival = new Store<Arrival>(onTheWay);

export function after(before: Arrival, news: News): Arrival {
  if (news.type === "ready") return { ...before, isReady: true, trouble: null };
  if (news.type === "ready-game") return { ...before, games: [...before.games, news.game] };
  if (news.type === "failed") return { ...before, trouble: worse(before.trouble, news.reason) };
  const { part, done, total } = news;
  return { ...before, parts: { ...before.parts, [part]: { done, total } } };
}

/** That Python gave up says less than what it gave up for. */
const worse = (before: Trouble | null, next: Trouble): Trouble =>
  next === "python" && before ? before : next;

const NEEDED = ["python", "house"];

/** Whether all that the house opens with has been loaded, so that Python starts. */
export const isLoaded = ({ parts }: Arrival): boolean =>
  NEEDED.every((part) => {
    const { done, total } = parts[part] ?? { done: 0, total: 1 };
    return done >= total;
  });

/** Whether nothing has to be fetched any more: it was kept at an earlier visit, or has come. */
export const isOpening = (arrived: Arrival): boolean =>
  Boolean(navigator.serviceWorker?.controller) || isLoaded(arrived);

/** All that is known to be on its way, in one. */
export function loadedIn({ parts }: Arrival): Loaded {
  const all = Object.values(parts);
  const sum = (of: (loaded: Loaded) => number) => all.reduce((total, each) => total + of(each), 0);
  return { done: sum(({ done }) => done), total: sum(({ total }) => total) };
}
