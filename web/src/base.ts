/**
 * Where things lie. A house in the network knows every address of its pages; a server of mere files
 * knows index.html alone, so that there the page is told after the question mark.
 */

/** Whether this is the house as a page: files alone, with the house in a worker. */
export const IS_SITE = import.meta.env.MODE === "site";

/** The path below which the house lies, such as /games; most often nothing. */
const BASE = IS_SITE
  ? location.pathname.slice(0, location.pathname.lastIndexOf("/"))
  : (globalThis.document?.documentElement.dataset.base ?? "");

/** A file of the house, or what it is asked for, as the browser needs it. */
export const placed = (path: string): string => BASE + path;

/** The address of a page: "/table/abc", or "/?/table/abc" where there are files alone. */
export function addressOf(page: string): string {
  return placed(IS_SITE && page !== "/" ? `/?${page}` : page);
}

/** Where the browser is in the house: the path without what stands before it. */
export function here(): string {
  if (IS_SITE) return pathIn(location.search);
  const path = location.pathname;
  return path === BASE || path.startsWith(`${BASE}/`) ? path.slice(BASE.length) || "/" : path;
}

/** What the address asks beside its path: /puzzle/abc?theme=fork, /?/puzzle/abc?theme=fork. */
export function queryHere(): URLSearchParams {
  return new URLSearchParams(IS_SITE ? queryIn(location.search) : location.search);
}

/** The path of a page that is told after a question mark. */
export const pathIn = (search: string): string =>
  search.startsWith("?/") ? (search.slice(1).split("?")[0] ?? "/") : "/";

/** What is asked after a second question mark. */
export const queryIn = (search: string): string =>
  search.startsWith("?/") ? search.slice(1).split("?").slice(1).join("?") : search;
