import { useEffect, useRef } from "react";
import { here, placed } from "../base";
import { type Say, t } from "../i18n";
import type { TableFacts } from "../wire";
import { eventsText, movedText, resultText } from "../words";
import { announce } from "./notices";
import { useSettings } from "./settings";
import { knock } from "./sound";

/** Telling a person that it is their turn: aloud, in the title, and by notification. */

export function isMyTurn({ state, view, you }: TableFacts): boolean {
  const seat = view?.to_move ?? null;
  return state === "running" && seat !== null && you.includes(seat);
}

/** Whether nobody else sits here but computers. */
export const playsAlone = ({ seats, you }: TableFacts): boolean =>
  seats.every(({ kind, seat }) => kind === "computer" || you.includes(seat));

export function useTurnNews(table: TableFacts, title: string, names: string[], say: Say): void {
  const { notify: wanted, sound } = useSettings();
  const told = useRef(-1);
  const mine = isMyTurn(table);

  useEffect(() => {
    document.title = mine ? t("title.turn", { game: title }) : t("title.page", { page: title });
  }, [mine, title]);

  // Told once for each decision.
  useEffect(() => {
    if (told.current === table.number) return;
    const before = told.current;
    told.current = table.number;
    if (before > table.number) return announce(t("said.undone"));
    // Several at once, if they were hurried.
    const news = before < 0 ? [] : table.moves.slice(before);
    const last = news.at(-1);
    if (!last) return;
    if (sound) knock();
    for (const decided of news) {
      announce(movedText(names[decided.seat] ?? "", decided, say));
      const events = eventsText(decided.events, say);
      if (events) announce(events);
    }
    const due = mine && dueText(table, last.seat, names);
    if (due) announce(due);
    const who = names[last.seat] ?? "";
    if (mine && wanted && document.hidden && !table.you.includes(last.seat))
      notify(t("title.turn", { game: title }), movedText(who, last, say));
  }, [table, title, names, mine, sound, wanted, say]);

  const { result, you } = table;
  const seen = useRef(table.state === "over");
  // An old game that is opened has no news.
  useEffect(() => {
    if (result && !seen.current) announce(resultText(result, names, you));
    seen.current = Boolean(result);
  }, [result, names, you]);
}

/** Whose turn it is now; at one screen that is told when it passes from one to the other. */
function dueText({ view, you }: TableFacts, before: number, names: string[]): string {
  if (you.length === 1) return t("status.yours");
  const mover = view?.to_move ?? before;
  return mover === before ? "" : t("status.theirs", { who: names[mover] ?? "" });
}

export function notify(title: string, body: string): void {
  try {
    const note = new Notification(title, {
      body,
      tag: here(),
      icon: placed("/icon.svg"),
    });
    note.onclick = () => window.focus();
  } catch {
    // Some phones only allow notifications from a service worker; the title still tells.
  }
}

/** Whether the browser can and may still be asked to notify. */
export const canAsk = () => "Notification" in window && Notification.permission !== "denied";
export const isAllowed = () => "Notification" in window && Notification.permission === "granted";
