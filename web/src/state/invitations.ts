import * as api from "../api";
import { here } from "../base";
import { t } from "../i18n";
import { navigate, parts } from "../router";
import type { Summary } from "../wire";
import { seatName } from "../words";
import { titleOf } from "./house";
import { announce, toast } from "./notices";
import { settings } from "./settings";
import { knock } from "./sound";
import { notify } from "./turn";

/**
 * Tables of one's own that wait for somebody. They are asked after on every page, which also tells
 * the house that one is still here; when one begins, the person is brought there.
 */

const ASK_AGAIN = 3000;
let waiting = new Set<string>();
let timer = 0;

/** Begins to ask, or asks at once, after something that may have left a table waiting. */
export function expectGuests(): void {
  clearTimeout(timer);
  api.tables("mine").then(hear, later);
}

function later(): void {
  timer = window.setTimeout(expectGuests, ASK_AGAIN);
}

function hear(mine: Summary[]): void {
  for (const table of mine) if (waiting.has(table.id) && table.state === "running") begin(table);
  const still = mine.filter(({ state, you }) => state === "waiting" && you.length > 0);
  waiting = new Set(still.map(({ id }) => id));
  if (waiting.size) later();
}

function begin(table: Summary): void {
  const path = `/table/${table.id}`;
  if (here() === path) return;
  const others = table.seats.filter(({ seat }) => !table.you.includes(seat));
  const who = others.map((seat) => seatName(seat)).join(", ");
  const text = t("invitation.accepted", { who, game: titleOf(table.game) });
  if (settings().sound) knock();
  if (settings().notify && document.hidden) notify(text, "");
  announce(text);
  toast(text, false, busy() ? path : undefined);
  if (!busy()) navigate(path);
}

/** Nobody is taken away from another game. */
const busy = () => ["table", "analysis"].includes(parts(here())[0] ?? "");
