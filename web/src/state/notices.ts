import { HouseError } from "../api";
import { t } from "../i18n";
import { Store } from "./store";

/** What is said aloud to screen readers, and the short notes that appear at the bottom. */

/** A note; where it leads somewhere, a press on it goes there. */
type Toast = { id: number; text: string; bad: boolean; to?: string };
/** Something said; where it answers what somebody typed, that too. */
type Sentence = { id: number; text: string; asked?: string };
export const spoken = new Store<Sentence[]>([]);
export const toasts = new Store<Toast[]>([]);
/** The modal sheets that are open, the frontmost last. */
export const openSheets = new Store<readonly HTMLElement[]>([]);

let next = 1;
const SHOWN = 6000;
const KEPT = 4;

/** Sentences stay for a while, so that one that follows at once does not silence the one before. */
export function announce(text: string, asked?: string): void {
  spoken.set([...spoken.get().slice(1 - KEPT), { id: next++, text, asked }]);
}

/** What was said belongs to a page that is left. */
export const hush = (): void => spoken.set([]);

export function toast(text: string, bad = false, to?: string): void {
  const id = next++;
  toasts.set([...toasts.get().filter((other) => other.text !== text), { id, text, bad, to }]);
  if (!to) setTimeout(() => dismiss(id), SHOWN);
}

export function dismiss(id: number): void {
  toasts.set(toasts.get().filter((other) => other.id !== id));
}

/** An error in the words of the house, or ours when the house could not be asked. */
export function wordsFor(error: unknown): string {
  if (error instanceof HouseError) {
    if (error.message) return error.message;
    if (error.code === "offline") return t("error.offline");
    if (error.code === "status-404") return t("error.missing");
  }
  return t("error.unknown");
}

export function complain(error: unknown): void {
  if (error instanceof HouseError && error.code === "closed") return;
  toast(wordsFor(error), true);
}
