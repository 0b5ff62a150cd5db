import { useEffect, useMemo, useReducer, useRef } from "react";
import { errorOf, type HouseError } from "../api";
import { type Lang, lang, useLang } from "../i18n";
import { HouseSocket, type Incoming, type Line, type Outgoing } from "../socket";
import type {
  Act,
  Cell,
  MovesOrRefusal,
  Offer,
  PlayedMessage,
  TableFacts,
  WhyMessage,
} from "../wire";
import { hush } from "./notices";
import { Pace } from "./pace";
import { settings } from "./settings";

/** A live table: what the house said so far, and how to answer. */

/** A computer at work: for how many seconds at most, and when it began by this device's clock. */
export type Thought = { seat: number; seconds: number; begun: number };

export type TableState = {
  table: TableFacts | null;
  offers: readonly Offer[] | null;
  line: Line;
  watching: number;
  thinking: Thought | null;
  /** Decisions that were made, but are shown only when those before them were seen. */
  waiting: number;
  error: HouseError | null;
};

export const nothing: TableState = {
  table: null,
  offers: null,
  line: "connecting",
  watching: 0,
  thinking: null,
  waiting: 0,
  error: null,
};

type News = Incoming | { type: "line"; line: Line } | { type: "waiting"; count: number };

function played(state: TableState, news: PlayedMessage): TableState {
  const { table } = state;
  // A decision already in the table came twice: with the table and with its own message.
  if (!table || news.number <= table.number) return state;
  const { number, seat, move, words, turn, view, clock } = news;
  return {
    ...state,
    offers: null,
    thinking: null,
    table: {
      ...table,
      number,
      view,
      clock,
      state: news.state,
      help: { ...table.help, given: 0 },
      moves: [...table.moves, { number: number - 1, seat, move, words, turn, events: view.events }],
    },
  };
}

function present(state: TableState, here: readonly boolean[], watching: number): TableState {
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
      return { ...state, line: news.line };
    case "waiting":
      return state.waiting === news.count ? state : { ...state, waiting: news.count };
    case "table": {
      const next = news.table;
      const same = table?.number === next.number && table.state === next.state;
      return { ...state, table: next, offers: same ? state.offers : null, error: null };
    }
    case "offers":
      return table?.number === news.number ? { ...state, offers: news.offers } : state;
    case "played":
      return played(state, news);
    case "presence":
      return present(state, news.here, news.watching);
    case "thinking": {
      const { seat, seconds, passed } = news;
      const begun = performance.now() - 1000 * passed;
      return { ...state, thinking: seat === null ? null : { seat, seconds, begun } };
    }
    case "chat":
      return table ? { ...state, table: { ...table, chat: [...table.chat, news.message] } } : state;
    case "error":
      return table ? state : { ...state, error: errorOf(news.error) };
    default:
      return state;
  }
}

export type TableActs = {
  /** Answered by what was played, or by a warning: only who is sure plays that. */
  play: (number: number, move: string, sure?: boolean) => Promise<Incoming>;
  act: (act: Act, more?: { seat?: number; number?: number; share?: string }) => Promise<unknown>;
  chat: (text: string) => Promise<unknown>;
  why: (pick: Cell[]) => Promise<MovesOrRefusal>;
  /** The moves that are meant by what somebody typed, or why there are none. */
  meant: (said: string) => Promise<MovesOrRefusal>;
  /** Shows at once what is held back to be seen one after the other. */
  hurry: () => void;
};

const hello = (language: Lang): Outgoing => ({ type: "hello", lang: language, offers: true });

export function useTable(id: string): [TableState, TableActs] {
  const [state, dispatch] = useReducer(heard, nothing);
  const socket = useRef<HouseSocket | null>(null);
  const pace = useRef<Pace | null>(null);
  // While a clock runs nothing is held back: it would cost time to think.
  const timed = Boolean(state.table?.clock);
  const isTimed = useRef(timed);
  isTimed.current = timed;
  const language = useLang();
  useEffect(() => {
    const begun = new Pace({
      show: dispatch,
      onWaiting: (count) => dispatch({ type: "waiting", count }),
      // What is read aloud keeps its own time.
      mayWait: () => settings().pace && !settings().text && !isTimed.current && !document.hidden,
    });
    pace.current = begun;
    const onHidden = () => document.hidden && begun.hurry();
    document.addEventListener("visibilitychange", onHidden);
    const opened = new HouseSocket({
      path: `/api/tables/${encodeURIComponent(id)}/live`,
      hello: () => hello(lang()),
      onMessage: begun.hear,
      onLine: (line) => dispatch({ type: "line", line }),
    });
    socket.current = opened;
    return () => {
      document.removeEventListener("visibilitychange", onHidden);
      begun.stop();
      opened.close();
      hush();
    };
  }, [id]);
  // Another language, another hello; the first is said when the line opens.
  useEffect(() => socket.current?.send(hello(language)), [language]);
  const acts = useMemo<TableActs>(() => {
    const ask = (message: Outgoing, keep = false) =>
      socket.current?.ask(message, keep) ?? Promise.reject(new Error("closed"));
    return {
      play: (number, move, sure = false) => ask({ type: "move", number, move, sure }, true),
      act: (act, more) => ask({ type: "act", act, ...more }),
      chat: (text) => ask({ type: "chat", text }),
      why: async (pick) => (await ask({ type: "why", pick })) as WhyMessage,
      meant: async (said) => (await ask({ type: "why", said })) as WhyMessage,
      hurry: () => pace.current?.hurry(),
    };
  }, []);
  return [state, acts];
}
