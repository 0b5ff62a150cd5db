import { useEffect, useMemo, useReducer, useRef } from "react";
import type { Act, ChatLine, Clock, HouseError, Played, Table, Why } from "../api";
import { type Lang, lang, useLang } from "../i18n";
import { type Cell, type Change, changeOf, type Offer, type View } from "../scene";
import { errorOf, HouseSocket, type Line, type Message, socketUrl } from "../socket";

/** A live table: what the house said so far, and how to answer. */

/** A computer at work: for how many seconds at most, and when it began by this device's clock. */
export type Thought = { seat: number; seconds: number; begun: number };

export type TableState = {
  table: Table | null;
  offers: Offer[] | null;
  line: Line;
  watching: number;
  thinking: Thought | null;
  error: HouseError | null;
};

export const nothing: TableState = {
  table: null,
  offers: null,
  line: "connecting",
  watching: 0,
  thinking: null,
  error: null,
};

type News = Message | { type: "line"; line: Line };
type PlayedMessage = Played & { view: View; clock: Clock | null; state: Table["state"] };

function played(state: TableState, news: PlayedMessage): TableState {
  const { table } = state;
  // A decision already in the table came twice: with the table and with its own message.
  if (!table || news.number <= table.number) return state;
  const { number, seat, move, turn, view, clock } = news;
  return {
    ...state,
    offers: null,
    thinking: null,
    table: {
      ...table,
      number,
      view: { ...view, change: latestChange(table.view, view) },
      clock: clock ?? table.clock,
      state: news.state ?? table.state,
      moves: [...table.moves, { number: number - 1, seat, move, turn }],
    },
  };
}

/** What the newest move that touched a block did. */
function latestChange(before: View | null, { blocks }: View): Change | undefined {
  const change = changeOf(before?.blocks ?? [], blocks);
  return change.add.length || change.take.length ? change : before?.change;
}

function present(state: TableState, here: boolean[], watching: number): TableState {
  const { table } = state;
  if (!table) return state;
  const seats = table.seats.map((seat) => ({ ...seat, here: here[seat.seat] ?? seat.here }));
  return { ...state, watching, table: { ...table, seats } };
}

/** The state after a message; pure, so that it can be tested. */
export function heard(state: TableState, news: News): TableState {
  const { table } = state;
  switch (news.type) {
    case "line":
      return { ...state, line: news.line as Line };
    case "table": {
      const next = news.table as Table;
      const same = table?.number === next.number && table.state === next.state;
      return { ...state, table: next, offers: same ? state.offers : null, error: null };
    }
    case "offers":
      return table?.number === news.number ? { ...state, offers: news.offers as Offer[] } : state;
    case "played":
      return played(state, news as unknown as PlayedMessage);
    case "presence":
      return present(state, news.here as boolean[], Number(news.watching ?? 0));
    case "thinking": {
      if (typeof news.seat !== "number") return { ...state, thinking: null };
      const begun = performance.now() - 1000 * Number(news.passed ?? 0);
      return { ...state, thinking: { seat: news.seat, seconds: Number(news.seconds), begun } };
    }
    case "chat": {
      const line = news.message as ChatLine;
      return table ? { ...state, table: { ...table, chat: [...table.chat, line] } } : state;
    }
    case "error":
      return table ? state : { ...state, error: errorOf(news) };
    default:
      return state;
  }
}

export type TableActs = {
  play: (number: number, move: string) => Promise<unknown>;
  act: (act: Act, more?: { seat?: number; number?: number; share?: string }) => Promise<unknown>;
  chat: (text: string) => Promise<unknown>;
  why: (pick: Cell[]) => Promise<Why>;
};

const hello = (language: Lang): Message => ({ type: "hello", lang: language, offers: true });

export function useTable(id: string): [TableState, TableActs] {
  const [state, dispatch] = useReducer(heard, nothing);
  const socket = useRef<HouseSocket | null>(null);
  const language = useLang();
  useEffect(() => {
    const opened = new HouseSocket({
      url: socketUrl(`/api/tables/${encodeURIComponent(id)}/live`),
      hello: () => hello(lang()),
      onMessage: dispatch,
      onLine: (line) => dispatch({ type: "line", line }),
    });
    socket.current = opened;
    return () => opened.close();
  }, [id]);
  // Another language, another hello; the first is said when the line opens.
  useEffect(() => socket.current?.send(hello(language)), [language]);
  const acts = useMemo<TableActs>(() => {
    const ask = (message: Message, keep = false) =>
      socket.current?.ask(message, keep) ?? Promise.reject(new Error("closed"));
    return {
      play: (number, move) => ask({ type: "move", number, move }, true),
      act: (act, more) => ask({ type: "act", act, ...more }),
      chat: (text) => ask({ type: "chat", text }),
      why: async (pick) => (await ask({ type: "why", pick })) as unknown as Why,
    };
  }, []);
  return [state, acts];
}
