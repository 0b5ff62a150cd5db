import { describe, expect, it } from "vitest";
import type { Block, Cell, Offer, Scene } from "../wire";
import views from "./fixtures.json";
import { leadsTo, onTopOf, pick, picking, pickingOf, stepBack, waysOf } from "./picking";

const block = (...cells: Cell[]): Block => ({ cells, colour: "red", owner: 0 });
const offer = (move: string, ...cells: Cell[]): Offer => ({
  move,
  kind: "place",
  pick: cells,
  label: null,
  words: { text: move, facts: {} },
  add: [],
  take: [],
  warnings: [],
});

describe("a move of one pick", () => {
  const ways = waysOf([offer("a1", [0, 0, 0]), offer("b1", [1, 0, 0])], []);

  it("is played by a click", () => {
    expect(pick(ways, [], [1, 0, 0])?.play?.move).toBe("b1");
  });

  it("is refused elsewhere", () => {
    expect(pick(ways, [], [2, 0, 0])).toBeNull();
  });
});

describe("a block with room on top", () => {
  const own = [block([0, 0, 0])];
  const insert = { ...offer("+a1", [0, 0, 1]), kind: "insert" };
  const take = { ...offer("xa1", [0, 0, 0]), kind: "take" };

  it("is meant first, and asks whether the room was", () => {
    const ways = waysOf([take, insert], own);
    const picked = pick(ways, [], [0, 0, 0]);
    expect(picked).toEqual({ cells: [[0, 0, 0]], play: null });
    expect(pickingOf(ways, [[0, 0, 0]]).complete).toEqual([take]);
    const room = { cell: [0, 0, 1], asked: [{ kind: "insert", index: 0 }] };
    expect(onTopOf(ways, [[0, 0, 0]])).toEqual([room]);
    expect(pick(ways, [], [0, 0, 1])?.play).toBe(insert);
  });

  it("asks nothing where the room leads nowhere", () => {
    const ways = waysOf([take], own);
    expect(pick(ways, [], [0, 0, 0])?.play).toBe(take);
  });

  it("does not take a block on top for room", () => {
    const tower = [...own, block([0, 0, 1])];
    const ways = waysOf([take, offer("a1-b1", [0, 0, 1], [1, 0, 0])], tower);
    expect(pick(ways, [], [0, 0, 0])?.play).toBe(take);
  });
});

describe("origin and target", () => {
  const tower = [block([0, 0, 0]), block([0, 0, 1])];
  const offers = [
    offer("a1-b1", [0, 0, 1], [1, 0, 0]),
    offer("a1-a2", [0, 0, 1], [0, 1, 0]),
    offer("a1>s", [0, 0, 0], [0, -1, 0]),
  ];
  const ways = waysOf(offers, tower);

  it("offers the origins first", () => {
    expect(picking(offers, tower, []).next).toEqual([
      [0, 0, 1],
      [0, 0, 0],
    ]);
  });

  it("then the targets of that origin, outside the board too", () => {
    expect(pickingOf(ways, [[0, 0, 1]]).next).toEqual([
      [1, 0, 0],
      [0, 1, 0],
    ]);
    expect(pickingOf(ways, [[0, 0, 0]]).next).toEqual([[0, -1, 0]]);
    expect(pick(ways, [[0, 0, 0]], [0, -1, 0])?.play?.move).toBe("a1>s");
  });

  it("does not take the target for an origin", () => {
    expect(pick(ways, [], [1, 0, 0])).toBeNull();
  });

  it("steps back", () => {
    expect(
      stepBack([
        [0, 0, 1],
        [1, 0, 0],
      ]),
    ).toEqual([[0, 0, 1]]);
    expect(stepBack([])).toEqual([]);
  });
});

describe("the ends of the room a block will fill", () => {
  const flat = offer("c1:3x2", [2, 0, 0], [4, 1, 0]);
  const ways = waysOf([flat], []);

  it.each<[Cell, Cell]>([
    [
      [2, 0, 0],
      [4, 1, 0],
    ],
    [
      [4, 1, 0],
      [2, 0, 0],
    ],
    [
      [4, 0, 0],
      [2, 1, 0],
    ],
    [
      [2, 1, 0],
      [4, 0, 0],
    ],
  ])("may be %j and %j", (from, to) => {
    const first = pick(ways, [], from);
    expect(first).toEqual({ cells: [from], play: null });
    expect(pick(ways, [from], to)?.play).toBe(flat);
  });

  it("begin where something carries them", () => {
    const standing = waysOf([offer("a1|", [0, 0, 0], [0, 0, 1])], []);
    expect(pickingOf(standing, []).next).toEqual([[0, 0, 0]]);
  });
});

describe("a block that is picked", () => {
  const lying = block([0, 0, 0], [1, 0, 0]);
  const take = offer("xa1", [0, 0, 0], [1, 0, 0]);
  const ways = waysOf([take], [lying]);

  it("is one pick, by any of its cells", () => {
    expect(pick(ways, [], [1, 0, 0])).toEqual({ cells: [[0, 0, 0]], play: take });
    expect(leadsTo(ways, [], [1, 0, 0])).toEqual([0, 0, 0]);
  });
});

describe("moves that picks cannot tell apart", () => {
  const offers = [offer("c4:3x2", [0, 0, 0], [1, 0, 0]), offer("nc4:3x2", [0, 0, 0], [1, 0, 0])];

  it("are left to a chooser", () => {
    const ways = waysOf(offers, []);
    const last = pick(ways, [[0, 0, 0]], [1, 0, 0]);
    expect(last?.play).toBeNull();
    expect(pickingOf(ways, last?.cells ?? []).complete).toEqual(offers);
  });
});

it("moves without picks are never made on the board", () => {
  const ways = waysOf([offer("pass")], []);
  expect(pickingOf(ways, [])).toEqual({ next: [], matching: [], complete: [], asked: [] });
});

describe("every move of real positions", () => {
  const real = (views as unknown as Scene[]).filter((view) => view.offers?.length);

  it.each(real)("is reached by its own picks ($game, turn $turn)", (view) => {
    const offers = view.offers ?? [];
    const ways = waysOf(offers, view.blocks);
    for (const one of offers) {
      if (!one.pick.length) continue;
      let picked: Cell[] = [];
      for (const cell of one.pick) picked = pick(ways, picked, cell)?.cells ?? picked;
      expect(pickingOf(ways, picked).complete).toContain(one);
    }
  });
});

describe("what the next pick chooses", () => {
  const lie = { ...offer("a1+b1", [0, 0, 0], [1, 0, 0]), kind: "lie" };
  const take = { ...offer("xa1", [3, 0, 0], [3, 0, 1]), kind: "take" };
  const ways = waysOf([lie, take], [block([3, 0, 0], [3, 0, 1])]);

  it("is told by the kind of move and the place of the pick in it", () => {
    expect(pickingOf(ways, []).asked).toEqual([
      { kind: "lie", index: 0 },
      { kind: "take", index: 0 },
    ]);
    expect(pickingOf(ways, [[0, 0, 0]]).asked).toEqual([{ kind: "lie", index: 1 }]);
  });

  it("is nothing more once a block is picked whose cells are one step", () => {
    expect(pickingOf(ways, [[3, 0, 1]]).asked).toEqual([]);
  });
});
