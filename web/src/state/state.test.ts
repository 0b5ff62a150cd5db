import { describe, expect, test } from "vitest";
import { sayer } from "../i18n";
import { studyOf } from "../parts/analysis/LoadPosition";
import { nearest } from "../parts/game/Cards";
import { matching } from "../parts/game/Choices";
import { byTurns } from "../parts/game/Moves";
import { marksOf } from "../parts/review/useReview";
import { usualSeats } from "../parts/setup/SeatsChoice";
import { remaining } from "../parts/table/Seats";
import { parts } from "../router";
import type { Card, Offer, Review, Scene, TableFacts } from "../wire";
import { dropped, type Lines, played } from "./study";
import { heard, nothing, type TableState } from "./table";

const view = { to_move: 0, seats: [], blocks: [] } as unknown as Scene;
const table = { number: 2, moves: [{}, {}], state: "running", chat: [], view, seats: [] };
const start: TableState = { ...nothing, table: table as unknown as TableFacts, offers: [] };

describe("a table hears", () => {
  test("a decision once, even if told twice", () => {
    const words = { text: "cube on c4", facts: {} };
    const news = { number: 3, seat: 1, move: "c4", words, turn: 2, view, clock: null };
    const move = { type: "played", state: "running", ...news } as const;
    const once = heard(start, move);
    expect(once.table?.number).toBe(3);
    expect(once.table?.moves.at(-1)).toEqual({ number: 2, seat: 1, move: "c4", words, turn: 2 });
    expect(once.offers).toBeNull();
    expect(heard(once, move)).toBe(once);
  });

  test("offers only for the position it shows", () => {
    const offers = [{ move: "c4" } as Offer];
    expect(heard(start, { type: "offers", number: 1, offers })).toBe(start);
    expect(heard(start, { type: "offers", number: 2, offers }).offers).toEqual(offers);
  });

  test("who is here, chat, thinking, and errors before there is a table", () => {
    const seats = [
      { seat: 0, here: true },
      { seat: 1, here: true },
    ];
    const sat = { ...start, table: { ...table, seats } as unknown as TableFacts };
    const here = heard(sat, { type: "presence", here: [true, false], watching: 3 });
    expect(here.table?.seats[1]?.here).toBe(false);
    expect(here.watching).toBe(3);
    const message = { who: "Ann", seat: null, text: "hi", at: 0 };
    expect(heard(start, { type: "chat", message }).table?.chat).toHaveLength(1);
    const thought = { type: "thinking", since: 0, seconds: 2, passed: 0.5 } as const;
    const thinks = heard(start, { ...thought, seat: 1 });
    expect(thinks.thinking).toMatchObject({ seat: 1, seconds: 2 });
    expect(heard(thinks, { ...thought, seat: null }).thinking).toBeNull();
    const error = { code: "no-table", message: "There is no such table." };
    expect(heard(nothing, { type: "error", error }).error?.code).toBe("no-table");
    expect(heard(start, { type: "error", error }).error).toBeNull();
  });

  test("the same table again keeps the offers", () => {
    const known = table as unknown as TableFacts;
    const again = heard({ ...start, offers: [] }, { type: "table", table: known });
    expect(again.offers).toEqual([]);
    expect(heard(start, { type: "table", table: { ...known, number: 1 } }).offers).toBeNull();
  });
});

describe("lines of a study", () => {
  const lines: Lines = { root: "x", lines: [["a", "b", "c"]], line: 0, at: 1 };

  test("a move that is there is followed, a new one branches, the end grows", () => {
    expect(played(lines, "b")).toEqual({ ...lines, at: 2 });
    const branched = played(lines, "z");
    expect(branched).toEqual({
      root: "x",
      lines: [
        ["a", "b", "c"],
        ["a", "z"],
      ],
      line: 1,
      at: 2,
    });
    expect(played(branched, "y").lines[1]).toEqual(["a", "z", "y"]);
    expect(played({ ...branched, at: 1 }, "b")).toMatchObject({ line: 0, at: 2 });
  });

  test("dropping keeps a place that exists", () => {
    const two = {
      ...lines,
      lines: [
        ["a", "b"],
        ["a", "z", "y"],
      ],
      line: 1,
      at: 3,
    };
    expect(dropped(two, 1)).toEqual({ root: "x", lines: [["a", "b"]], line: 0, at: 2 });
    expect(dropped(two, 0)).toMatchObject({ line: 0, at: 3 });
    expect(dropped(lines, 0)).toMatchObject({ lines: [[]], at: 0 });
  });
});

describe("small things", () => {
  const offer = (move: string) => ({ move, pick: [] }) as unknown as Offer;

  test("the list of moves is filtered, those that begin so first", () => {
    const offers = ["xa1", "a1", "b2"].map(offer);
    expect(matching(offers, "A1", ({ move }) => move).map(({ move }) => move)).toEqual([
      "a1",
      "xa1",
    ]);
    expect(matching(offers, " ", ({ move }) => move)).toBe(offers);
  });

  test("decisions of one turn stand together", () => {
    const row = { move: "m", words: null };
    const rows = [0, 0, 1].map((turn, number) => ({ ...row, number, turn, seat: turn }));
    expect(byTurns(rows).map((turn) => turn.length)).toEqual([2, 1]);
  });

  test("a card is nearest to where most of it is there", () => {
    const card = { matches: { front: 1, left: 3, top: 3 } } as unknown as Card;
    expect(nearest(card)).toEqual({ side: "left", count: 3 });
    expect(nearest({ ...card, matches: {} })).toBeNull();
  });

  test("a text is said with its facts, which may be texts themselves", () => {
    const say = sayer({ red: "rot", "{what} of {height}": "{what} mit {height}", tower: "Turm" });
    const what = { text: "tower", facts: {} };
    expect(say({ text: "{what} of {height}", facts: { what, height: 3 } })).toBe("Turm mit 3");
    expect(say("red")).toBe("rot");
  });

  test("a record is told from a code", () => {
    expect(studyOf(' [Game "x"]\n')).toEqual({ record: '[Game "x"]' });
    expect(studyOf(" x:abc ")).toEqual({ code: "x:abc" });
  });

  test("clocks run only for the seat to move", () => {
    const clock = { kind: "game" as const, remaining: [60, 50], running: 1, at: 0 };
    expect([remaining(clock, 0, 7), remaining(clock, 1, 7)]).toEqual([60, 43]);
  });

  test("seats are me and computers, and stay as chosen", () => {
    expect(usualSeats(3, 1).map(({ kind }) => kind)).toEqual(["me", "computer", "computer"]);
    expect(usualSeats(3, 1, [{ kind: "open" }, { kind: "computer", level: 7 }])[2]?.level).toBe(7);
  });

  test("reviews mark errors only", () => {
    const decisions = ["best", "mistake", "blunder"].map((judgement, i) => ({
      number: i + 1,
      judgement,
    }));
    expect(marksOf({ decisions } as unknown as Review)).toEqual({ 2: "?", 3: "??" });
  });

  test("paths with broken escapes are still paths", () => {
    expect(parts("/table/a%20b/%E0%A4%A")).toEqual(["table", "a b", "%E0%A4%A"]);
  });
});
