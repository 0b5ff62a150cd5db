import { describe, expect, test } from "vitest";
import { sayer } from "../../i18n";
import type { Block, Cell, Scene } from "../../wire";
import { begunCommand, type Commands, commandIn, plain } from "./commands";
import { boardLines, cellText, placeText, sideLines } from "./inWords";
import { layersOf, neighbour, sheetOf } from "./layers";

const nothing = () => undefined;
const commands: Commands = {
  board: nothing,
  side: nothing,
  say: nothing,
  score: nothing,
  back: nothing,
};
const say = sayer({});

describe("commands", () => {
  test("are found whatever their capitals, with what follows them", () => {
    expect(plain("  Côté  Droit ")).toBe("cote droit");
    expect(commandIn("SIDE Front", commands)).toEqual({ name: "side", rest: "Front" });
    expect(commandIn("say Hello There", commands)?.rest).toBe("Hello There");
    expect(commandIn("take  back", commands)?.name).toBe("back");
  });

  test("are not begun by longer sentences unless something may follow", () => {
    expect(commandIn("board meeting", commands)).toBeNull();
    expect(commandIn("resign", commands)).toBeNull();
  });

  test("are known by a beginning that fits one alone", () => {
    expect(begunCommand("bo", commands)?.name).toBe("board");
    expect(begunCommand("s", commands)).toBeNull();
  });
});

const cube = (colour: string, ...cells: Cell[]): Block => ({ cells, colour, owner: null });

function scene(upright: boolean, blocks: Block[]): Scene {
  const high: Cell = upright ? [2, 0, 2] : [2, 2, 2];
  return {
    board: {
      size: upright ? [3, 1, 3] : [3, 3, 3],
      upright,
      levels: false,
      frame: false,
      reach: { low: [0, 0, 0], high },
    },
    blocks,
    regions: [],
    barred: [],
    pictures: [],
  } as unknown as Scene;
}

describe("a board of stacks", () => {
  const view = scene(false, [
    cube("red", [0, 0, 0]),
    cube("blue", [0, 0, 1]),
    cube("red", [1, 2, 0], [2, 2, 0]),
    cube("blue", [2, 1, 1]),
  ]);

  test("is told by places, cells and levels", () => {
    expect(placeText(view, [0, 0, 0], say)).toBe("a1, 2 high, blue on top, below it red");
    expect(placeText(view, [1, 1, 0], say)).toBe("b2, empty");
    expect(placeText(view, [2, 1, 0], say)).toBe("c2, 2 high, blue, with a gap in it");
    expect(cellText(view, [1, 2, 0], say)).toBe("b3, level 1, red, a block from b3 to c3");
    expect(boardLines(view, say)).toEqual([
      "Level 1: b3 to c3 red; a1 red.",
      "Level 2: c2 blue; a1 blue.",
    ]);
    expect(sideLines(view, "front", say)).toEqual([
      "Seen from the front:",
      "Row 2: blue, empty, blue.",
      "Row 1: 3 times red.",
    ]);
  });

  test("is walked by stacks, levels and sides, which are not mixed up", () => {
    const layers = layersOf(view);
    expect(layers.map(({ kind }) => kind).slice(0, 5)).toEqual([
      "stacks",
      "level",
      "level",
      "level",
      "side",
    ]);
    expect(neighbour(layers, 0, -1)).toBe(0);
    expect(neighbour(layers, 3, 1)).toBe(3);
    expect(neighbour(layers, 4, 1)).toBe(5);
    const { rows } = sheetOf(view, { kind: "stacks" }, say);
    expect(rows.map(({ name }) => name)).toEqual(["3", "2", "1"]);
    expect(rows[2]?.squares[0]).toMatchObject({ colour: "blue", height: 2, cell: [0, 0, 0] });
  });
});

test("a wall is one table, the highest row first", () => {
  const view = scene(true, [cube("red", [1, 0, 0], [1, 0, 1])]);
  expect(layersOf(view)).toEqual([{ kind: "wall" }]);
  const { rows } = sheetOf(view, { kind: "wall" }, say);
  expect(rows[2]?.squares[1]?.text).toBe("b1, red, a block from b1 to b2");
  expect(rows[0]?.squares[1]?.text).toBe("b3, empty");
});
