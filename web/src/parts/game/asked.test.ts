import { describe, expect, it } from "vitest";
import type { Block, Cell, Offer, Scene } from "../../wire";
import { beginningAt, movesAt, placeAt, standingAt } from "./asked";

const say = (source: string | { text: string }) =>
  typeof source === "string" ? source : source.text;
const block = (colour: string, owner: number | null, ...cells: Cell[]): Block => ({
  cells,
  colour,
  owner,
});
const offer = (move: string, ...pick: Cell[]): Offer => ({
  move,
  kind: "place",
  pick,
  label: null,
  words: { text: `cube on ${move}`, facts: {} },
  add: [],
  take: [],
  warnings: [],
});
const scene = (upright: boolean, ...blocks: Block[]) =>
  ({
    board: { size: [3, 3, 3], upright, levels: false, frame: false },
    blocks,
    tally: [{ seat: 1, points: 4, phrase: { text: "tower", facts: {} }, cells: [[0, 0, 1]] }],
    regions: [],
    barred: [{ reason: { text: "Not now.", facts: {} }, cells: [[2, 2, 0]] }],
    steps: { place: ["where the cube goes"] },
  }) as unknown as Scene;

describe("a place on a board", () => {
  const view = scene(false, block("red", 0, [0, 0, 0]), block("blue", 1, [0, 0, 1]));
  const names = ["Ann", "Ben"];

  it("tells its height, whose block is on top, and what it counts", () => {
    expect(standingAt(view, [0, 0, 0], names, say)).toEqual([
      "a1, 2 high, blue (Ben) on top, below it red.",
      "Ben: 4 points (tower).",
    ]);
  });

  it("tells that it is empty, and why it is to be left alone", () => {
    expect(standingAt(view, [2, 2, 0], names, say)).toEqual(["c3, empty. Not now."]);
  });

  it("is asked about as the block pointed at, or the room there", () => {
    expect(placeAt(view, [0, 0, 0])).toEqual([0, 0, 0]);
    expect(placeAt(view, [0, 0, 2])).toEqual([0, 0, 2]);
    expect(placeAt(view, [1, 1, 2])).toEqual([1, 1, 0]);
  });

  it("begins all moves of its column", () => {
    const offers = [
      offer("a1", [0, 0, 2]),
      offer("b1", [1, 0, 0]),
      offer("ab", [0, 0, 1], [1, 0, 0]),
    ];
    expect(beginningAt(view, offers, [0, 0, 0]).map(({ move }) => move)).toEqual(["a1", "ab"]);
  });

  it("tells few moves one by one, and many by what they begin with", () => {
    const few = [offer("a1", [0, 0, 0])];
    expect(movesAt(view, few, say)).toBe("You can do this: Cube on a1.");
    const many = [1, 2, 3, 4].map((number) => offer(`a${number}`, [0, 0, 0]));
    expect(movesAt(view, many, say)).toBe("You can begin here with where the cube goes: 4 moves.");
  });
});

describe("a square of a wall", () => {
  const view = scene(true, block("white", null, [0, 0, 0]), block("black", 1, [0, 0, 1]));

  it("is told by itself", () => {
    expect(standingAt(view, [0, 0, 0], [], say)).toEqual(["a1, white."]);
    expect(standingAt(view, [1, 0, 1], [], say)).toEqual(["b2, empty."]);
  });

  it("begins only its own moves", () => {
    const offers = [offer("a3", [0, 0, 2]), offer("a2", [0, 0, 1])];
    expect(beginningAt(view, offers, [0, 0, 2]).map(({ move }) => move)).toEqual(["a3"]);
  });
});
