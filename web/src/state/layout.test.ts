import { describe, expect, test } from "vitest";
import { choosable, fitting, oneEach } from "../parts/setup/Options";
import type { Board, Box, Card, OptionFacts, Scene } from "../wire";
import { placeText, scoresText } from "../words";
import { faceDown } from "./curtain";

const colours = ["red", "yellow", "green", "blue"];
const option = (facts: Partial<OptionFacts>) => ({ kind: "words", ...facts }) as OptionFacts;
const box = {
  options: [
    option({ name: "players", kind: "number" }),
    option({ name: "order", choices: colours }),
    option({ name: "deck", choices: null }),
  ],
} as unknown as Box;

describe("words for each seat", () => {
  test("are as many as there are seats, and all different", () => {
    expect(oneEach("blue", colours, 2)).toEqual(["blue", "red"]);
    expect(oneEach("blue,red,green", colours, 2)).toEqual(["blue", "red"]);
    expect(oneEach("", colours, 3)).toEqual(["red", "yellow", "green"]);
  });

  test("follow when another seat is added, and what was not chosen is not sent", () => {
    expect(fitting(box, { order: "blue,red" }, 3)).toEqual({ order: "blue,red,yellow" });
    expect(fitting(box, { order: "", line: "5" }, 3)).toEqual({ line: "5" });
  });

  test("are offered only where people can choose them one by one", () => {
    expect(box.options.filter(choosable).map(({ name }) => name)).toEqual(["order"]);
  });
});

test("face down, a hand is only counted", () => {
  const cards = [{ shown: false }, { shown: true }, { shown: false }] as Card[];
  const view = {
    seats: [
      { cards, hidden: 0 },
      { cards: [], hidden: 3 },
    ],
  } as unknown as Scene;
  const [first, second] = faceDown(view).seats;
  expect(first).toEqual({ cards: [{ shown: true }], hidden: 2 });
  expect(second).toEqual({ cards: [], hidden: 3 });
  expect(view.seats[0]?.cards).toHaveLength(3);
});

test("a place is told by a few names, each once", () => {
  const board = { upright: false, levels: true } as Board;
  const tower = [0, 1, 2].map((z) => [2, 3, z] as const);
  expect(placeText(board, tower)).toBe("c4");
  const row = [0, 1, 2, 3, 4].map((x) => [x, 0, 0] as const);
  expect(placeText(board, row)).toBe("a1, b1, c1, d1 …");
  expect(placeText({ ...board, upright: true }, [[1, 0, 4]])).toBe("b5");
});

test("scores are told where they say more than who won", () => {
  expect(scoresText([7, 1])).toBe("7 : 1");
  expect(scoresText([1, 0])).toBe("");
  expect(scoresText(null)).toBe("");
});
