import { describe, expect, test } from "vitest";
import type { Table } from "../api";
import { rulesOf } from "../pages/Rules";
import { studyOf } from "../parts/analysis/LoadPosition";
import { cardLists } from "../parts/game/Cards";
import { matching } from "../parts/game/Choices";
import { factsOf } from "../parts/game/Facts";
import { byTurns } from "../parts/game/Moves";
import { marksOf, type ReviewData } from "../parts/review/useReview";
import { usualSeats } from "../parts/setup/SeatsChoice";
import { remaining } from "../parts/table/Seats";
import { parts } from "../router";
import type { Offer, View } from "../scene";
import { dropped, type Lines, played } from "./study";
import { heard, nothing, type TableState } from "./table";

const view = { to_move: 0, seats: [], blocks: [] } as unknown as View;
const table = { number: 2, moves: [{}, {}], state: "running", chat: [], view, seats: [] };
const start: TableState = { ...nothing, table: table as unknown as Table, offers: [] };

describe("a table hears", () => {
  test("a decision once, even if told twice", () => {
    const move = { type: "played", number: 3, seat: 1, move: "c4", turn: 2, view, clock: null };
    const once = heard(start, { ...move, state: "running" });
    expect(once.table?.number).toBe(3);
    expect(once.table?.moves.at(-1)).toEqual({ number: 2, seat: 1, move: "c4", turn: 2 });
    expect(once.offers).toBeNull();
    expect(heard(once, move)).toBe(once);
  });

  test("what a decision changed, which stays known when the next changes nothing", () => {
    const block = { cells: [[0, 0, 0]], colour: "red", owner: 0 };
    const news = { type: "played", seat: 1, turn: 2, clock: null, state: "running", move: "a1" };
    const built = heard(start, { ...news, number: 3, view: { ...view, blocks: [block] } });
    expect(built.table?.view?.change).toEqual({ add: [block], take: [] });
    const drawn = heard(built, { ...news, number: 4, view: { ...view, blocks: [block] } });
    expect(drawn.table?.view?.change).toEqual({ add: [block], take: [] });
    const taken = heard(drawn, { ...news, number: 5, view });
    expect(taken.table?.view?.change).toEqual({ add: [], take: [block] });
  });

  test("offers only for the position it shows", () => {
    const offers = [{ move: "c4" }];
    expect(heard(start, { type: "offers", number: 1, offers })).toBe(start);
    expect(heard(start, { type: "offers", number: 2, offers }).offers).toEqual(offers);
  });

  test("who is here, chat, thinking, and errors before there is a table", () => {
    const seats = [
      { seat: 0, here: true },
      { seat: 1, here: true },
    ];
    const sat = { ...start, table: { ...table, seats } as unknown as Table };
    const here = heard(sat, { type: "presence", here: [true, false], watching: 3 });
    expect(here.table?.seats[1]?.here).toBe(false);
    expect(here.watching).toBe(3);
    expect(heard(start, { type: "chat", message: { text: "hi" } }).table?.chat).toHaveLength(1);
    const thinks = heard(start, { type: "thinking", seat: 1, seconds: 2, passed: 0.5 });
    expect(thinks.thinking).toMatchObject({ seat: 1, seconds: 2 });
    expect(heard(thinks, { type: "thinking", seat: null }).thinking).toBeNull();
    const error = { code: "no-table", message: "There is no such table." };
    expect(heard(nothing, { type: "error", error }).error?.code).toBe("no-table");
    expect(heard(start, { type: "error", error }).error).toBeNull();
  });

  test("the same table again keeps the offers", () => {
    const again = heard({ ...start, offers: [] }, { type: "table", table });
    expect(again.offers).toEqual([]);
    expect(heard(start, { type: "table", table: { ...table, number: 1 } }).offers).toBeNull();
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
  const offer = (move: string) => ({ move, pick: [], add: [], take: [] }) as Offer;

  test("the list of moves is filtered, those that begin so first", () => {
    const offers = ["xa1", "a1", "b2"].map(offer);
    expect(matching(offers, "A1", ({ move }) => move).map(({ move }) => move)).toEqual([
      "a1",
      "xa1",
    ]);
    expect(matching(offers, " ", ({ move }) => move)).toBe(offers);
  });

  test("decisions of one turn stand together", () => {
    const rows = [0, 0, 1].map((turn, number) => ({ number, turn, seat: turn, move: "m" }));
    expect(byTurns(rows).map((turn) => turn.length)).toEqual([2, 1]);
  });

  test("facts are counts, words and maps of counts; cards are lists with squares", () => {
    const things = {
      bag: { red: 3 },
      pile: 4,
      drawn: null,
      word: "red",
      cells: [[0, 0, 0]],
      turn: 2,
    };
    expect(factsOf(things).map(({ key }) => key)).toEqual(["bag", "pile", "word"]);
    const seat = { colour: "red", supply: {}, hand: [{ squares: [[0, 0, "red"]] }], shown: [] };
    expect(cardLists(seat).map(([key]) => key)).toEqual(["hand"]);
  });

  test("a record is told from a code", () => {
    expect(studyOf(' [Game "x"]\n')).toEqual({ record: '[Game "x"]' });
    expect(studyOf(" x:abc ")).toEqual({ code: "x:abc" });
  });

  test("clocks run only for the seat to move", () => {
    const clock = { kind: "game", remaining: [60, 50], running: 1, at: 0 };
    expect([remaining(clock, 0, 7), remaining(clock, 1, 7)]).toEqual([60, 43]);
  });

  test("seats are me and computers, and stay as chosen", () => {
    expect(usualSeats(3).map(({ kind }) => kind)).toEqual(["me", "computer", "computer"]);
    expect(usualSeats(3, [{ kind: "open" }, { kind: "computer", level: 7 }])[2]?.level).toBe(7);
  });

  test("rules are numbered paragraphs", () => {
    expect(rulesOf("Intro\nmore\n\n1 First\n  goes on\n2. Second")).toEqual([
      { number: null, text: "Intro more" },
      { number: "1", text: "First goes on" },
      { number: "2", text: "Second" },
    ]);
  });

  test("reviews mark errors only", () => {
    const decisions = ["best", "mistake", "blunder"].map((judgement, i) => ({
      number: i + 1,
      judgement,
    }));
    expect(marksOf({ decisions } as ReviewData)).toEqual({ 2: "?", 3: "??" });
  });

  test("paths with broken escapes are still paths", () => {
    expect(parts("/table/a%20b/%E0%A4%A")).toEqual(["table", "a b", "%E0%A4%A"]);
  });
});
