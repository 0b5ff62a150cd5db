import { describe, expect, it } from "vitest";
import type { Block, Cell } from "../wire";
import { firstPieces, nextPieces, settled } from "./pieces";

const cube = (colour: string, ...cells: Cell[]): Block => ({ cells, colour, owner: 0 });
const a = cube("red", [0, 0, 0]);
const b = cube("blue", [1, 0, 0]);

const motions = (before: Block[], after: Block[], animate = true) =>
  nextPieces(firstPieces(before), after, animate).list.map((piece) => piece.motion?.kind ?? "rest");

describe("what blocks do from one view to the next", () => {
  it("rest when nothing changed, and keep who they are", () => {
    const first = firstPieces([a, b]);
    const next = nextPieces(first, [{ ...b }, { ...a }], true);
    expect(next.list).toBe(first.list);
  });

  it("drop in and lift off", () => {
    expect(motions([a], [a, b])).toEqual(["rest", "drop"]);
    expect(motions([a, b], [a])).toEqual(["rest", "lift"]);
  });

  it("move if the same kind left and came", () => {
    const next = nextPieces(firstPieces([a]), [cube("red", [2, 2, 0])], true);
    expect(next.list).toMatchObject([{ id: 0, motion: { kind: "move", from: a } }]);
    expect(motions([a], [cube("blue", [2, 2, 0])]).sort()).toEqual(["drop", "lift"]);
    expect(motions([a], [cube("red", [2, 2, 0], [3, 2, 0])]).sort()).toEqual(["drop", "lift"]);
  });

  it("fall one after the other, the lowest to the nearest cell", () => {
    const tower = [0, 1, 2].map((z) => cube("red", [0, 0, z]));
    const fallen = [0, 1, 2].map((x) => cube("red", [x, 0, 0]));
    const { list } = nextPieces(firstPieces(tower), fallen, true);
    expect(
      list.map(({ block, motion }) => [
        block.cells[0]?.[0],
        motion?.from?.cells[0]?.[2],
        motion?.order,
      ]),
    ).toEqual([
      [0, undefined, undefined],
      [1, 1, 0],
      [2, 2, 1],
    ]);
  });

  it("stand still without animation, and at a jump through the record", () => {
    expect(motions([a, b], [a], false)).toEqual(["rest"]);
    const many = Array.from({ length: 20 }, (_, x) => cube("red", [x, 0, 0]));
    expect(new Set(motions([], many))).toEqual(new Set(["rest"]));
  });

  it("are gone when they have settled", () => {
    const next = settled(nextPieces(firstPieces([a, b]), [b, cube("blue", [5, 0, 0])], true));
    expect(next.list.map(({ motion }) => motion)).toEqual([null, null]);
  });
});
