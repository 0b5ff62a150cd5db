import { useEffect, useRef } from "react";
import { type Say, t } from "../i18n";
import type { TableFacts } from "../wire";
import { eventsText, resultText } from "../words";
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
  const { notify, sound } = useSettings();
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
      const facts = { who: names[decided.seat] ?? "", move: decided.move };
      announce(t(mine && decided === last ? "said.movedYours" : "said.moved", facts));
      const events = eventsText(decided.events, say);
      if (events) announce(events);
    }
    const who = names[last.seat] ?? "";
    if (mine && notify && document.hidden && !table.you.includes(last.seat))
      tell(t("title.turn", { game: title }), t("said.moved", { who, move: last.move }));
  }, [table, title, names, mine, sound, notify, say]);

  const { result, you } = table;
  const seen = useRef(table.state === "over");
  // An old game that is opened has no news.
  useEffect(() => {
    if (result && !seen.current) announce(resultText(result, names, you));
    seen.current = Boolean(result);
  }, [result, names, you]);
}

function tell(title: string, body: string): void {
  try {
    const note = new Notification(title, { body, tag: location.pathname, icon: "/icon.svg" });
    note.onclick = () => window.focus();
  } catch {
    // Some phones only allow notifications from a service worker; the title still tells.
  }
}

/** Whether the browser can and may still be asked to notify. */
export const canAsk = () => "Notification" in window && Notification.permission !== "denied";
export const isAllowed = () => "Notification" in window && Notification.permission === "granted";
