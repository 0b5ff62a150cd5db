import { placed } from "../base";

/**
 * Parts of the client that are loaded when they are needed. Files of a client that the house has
 * replaced meanwhile are gone: then the page is loaded anew, with what was kept for that moment.
 * It happens once, as the page that comes is not outdated.
 */

export async function part<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!(await isOutdated())) throw error;
    leave();
    location.reload();
    return new Promise<never>(() => undefined);
  }
}

/** Whether the house has another client by now than the one that runs here. */
export async function isOutdated(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  if (!own) return false;
  try {
    const answer = await fetch(placed("/"), { cache: "no-store", credentials: "omit" });
    const page = await answer.text();
    return answer.ok && page.includes('type="module"') && !page.includes(own);
  } catch {
    return false; // no line: loading anew would show nothing at all
  }
}

const place = "blockhaus.kept";
const keepers = new Map<string, () => unknown>();

/** Something to be found again after the page was loaded anew; ends when the answer is called. */
export function keepFor(key: string, read: () => unknown): () => void {
  keepers.set(key, read);
  return () => {
    if (keepers.get(key) === read) keepers.delete(key);
  };
}

function leave(): void {
  const kept = [...keepers].map(([key, read]) => [key, read()] as const);
  try {
    sessionStorage.setItem(place, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // A browser that keeps nothing still shows the new page.
  }
}

function found(): Record<string, unknown> {
  try {
    const text = sessionStorage.getItem(place) ?? "{}";
    sessionStorage.removeItem(place);
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const left = found();

/** What was kept under a key, once. */
export function kept<T>(key: string): T | null {
  const value = left[key] as T | undefined;
  delete left[key];
  return value ?? null;
}
