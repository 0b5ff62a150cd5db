import { describe, expect, it } from "vitest";
import type { Block, Board, Cell, Scene } from "../wire";
import { aimsOf, FINGER, hitsMark, underFinger } from "./aiming";
import { axesOf, distanceOf, home, type Pose } from "./cameraPose";
import views from "./fixtures.json";
import { seenBox } from "./framing";
import { hitTest, type Pickable, type Ray } from "./hitTest";
import { leadsTo, pickingOf, waysOf } from "./picking";
import { boxOf, filledBy, middle, type Point } from "./space";

const board: Board = {
  size: [6, 6, 4],
  upright: false,
  levels: false,
  frame: false,
  reach: { low: [0, 0, 0], high: [5, 5, 3] },
};
const block = (...cells: Cell[]): Block => ({ cells, colour: "red", owner: 0 });
const scene = (next: Cell[], blocks: Block[] = [], picked: Cell[] = []): Pickable => ({
  board,
  blocks,
  picked,
  next,
  leads: (cell) => next.some((other) => other.join() === cell.join()),
});
const from: Point = [0, 12, 14];
const look = (point: Point): Ray => ({
  from,
  way: [point[0] - from[0], point[1] - from[1], point[2] - from[2]],
});

describe("the mark of a target", () => {
  it("lies where a ray of sight means that target", () => {
    const cell: Cell = [2, 2, 0];
    const { handles, hidden } = aimsOf(scene([cell]), look);
    expect(hidden).toEqual([]);
    expect(handles).toMatchObject([{ cell, facing: [0, 1, 0], behind: false }]);
    const [handle] = handles;
    expect(hitTest(look(handle?.at ?? from), scene([cell]))?.cell).toEqual(cell);
  });

  it("of a covered block lies on its side", () => {
    const tower = [block([2, 2, 0]), block([2, 2, 1])];
    const { handles } = aimsOf(scene([[2, 2, 0]], tower), look);
    expect(handles).toMatchObject([{ facing: [0, 0, 1], behind: false }]);
  });

  it("is a ring where a block stands before it that leads nowhere", () => {
    const wall = [block([2, 2, 0], [2, 2, 1], [2, 2, 2])];
    const { handles, hidden } = aimsOf(scene([[2, 3, 0]], wall), look);
    expect(handles).toMatchObject([{ cell: [2, 3, 0], behind: true }]);
    expect(hidden).toEqual([]);
  });

  it("is not drawn where the block before it can be picked itself, and is told", () => {
    const wall = [block([2, 2, 0], [2, 2, 1], [2, 2, 2])];
    const { handles, hidden } = aimsOf(scene([[2, 3, 0], ...(wall[0]?.cells ?? [])], wall), look);
    expect(handles.map(({ cell }) => cell)).not.toContainEqual([2, 3, 0]);
    expect(hidden).toEqual([[2, 3, 0]]);
  });

  it("is left to the block below where that can be picked: the room on it is asked for", () => {
    const cells: Cell[] = [
      [2, 2, 0],
      [2, 2, 1],
    ];
    const { handles, hidden } = aimsOf(scene(cells, [block([2, 2, 0])]), look);
    expect(handles.map(({ cell }) => cell)).toEqual([[2, 2, 0]]);
    expect(hidden).toEqual([]);
  });
});

/** How the home view of a game sees points. */
function eye(pose: Pose) {
  const { back } = axesOf(pose);
  const far = distanceOf(pose);
  const at = pose.target.map((value, axis) => value + (back[axis] ?? 0) * far);
  const [x = 0, y = 0, z = 0] = at;
  return (point: Point): Ray => ({
    from: [x, y, z],
    way: [point[0] - x, point[1] - y, point[2] - z],
  });
}

describe("every mark of real positions", () => {
  const real = (views as unknown as Scene[]).filter((view) => view.offers.length);

  it.each(real)("means its target ($game, turn $turn)", (view) => {
    const ways = waysOf(view.offers, view.blocks);
    const { next } = pickingOf(ways, []);
    const filled = filledBy(view.blocks);
    const pickable: Pickable = {
      board: view.board,
      blocks: view.blocks,
      picked: [],
      next,
      leads: (cell) => leadsTo(ways, [], cell) !== null,
    };
    const sight = eye(home({ box: seenBox(view), aspect: 1, upright: view.board.upright }));
    const { handles, hidden } = aimsOf(pickable, sight);
    for (const { cell, at } of handles) {
      const met = hitTest(sight(at), pickable);
      expect(met?.good).toBe(true);
      const [a, b] = [met?.cell ?? [9, 9, 9], cell].map((one) => filled.get(one.join()));
      if (met?.cell.join() !== cell.join()) expect(a && a === b).toBeTruthy();
    }
    for (const cell of hidden) expect(handles.map((handle) => handle.cell)).not.toContain(cell);
  });
});

describe("a finger", () => {
  /** Straight from above, so many pixels to a cell. */
  const above = (scale: number, [x, y]: readonly [number, number]) => {
    return (dx: number, dy: number): Ray => ({
      from: [x + dx / scale, 20, y + dy / scale],
      way: [0, -1, 0],
    });
  };
  const spot = (cell: Cell, aside = 0): [number, number] => {
    const [x, , z] = middle(boxOf(board, [cell]));
    return [x + aside, z];
  };
  const two: Cell[] = [
    [2, 2, 0],
    [3, 2, 0],
  ];

  it("means what it lies on", () => {
    expect(underFinger(scene(two), above(40, spot([2, 2, 0])))).toEqual([
      { cell: [2, 2, 0], good: true },
    ]);
  });

  it("reaches what is as near as half its width", () => {
    const near = underFinger(
      scene([[2, 2, 0]]),
      above(40, spot([2, 2, 0], 0.5 + 0.9 * (FINGER / 40))),
    );
    expect(near).toEqual([{ cell: [2, 2, 0], good: true }]);
    const far = underFinger(
      scene([[2, 2, 0]]),
      above(40, spot([2, 2, 0], 0.5 + 1.1 * (FINGER / 40))),
    );
    expect(far).toEqual([{ cell: [3, 2, 0], good: false }]);
  });

  it("asks where several lie under it", () => {
    const four: Cell[] = [...two, [2, 1, 0], [3, 1, 0]];
    const [x, z] = spot([2, 2, 0]);
    const corner = underFinger(scene(four), above(40, [x + 0.49, z + 0.49]));
    expect(corner.map(({ cell }) => cell)).toEqual(expect.arrayContaining(four));
    const tiny = underFinger(scene(two), above(12, spot([2, 2, 0])));
    expect(tiny).toHaveLength(2);
  });

  it("that hits the mark of what is in its middle means that, and else asks", () => {
    const hit = (cell: Cell) => cell.join() === "2,2,0";
    expect(underFinger(scene(two), above(12, spot([2, 2, 0])), hit)).toEqual([
      { cell: [2, 2, 0], good: true },
    ]);
    expect(underFinger(scene(two), above(12, spot([3, 2, 0])), hit)).toHaveLength(2);
  });

  it("hits a mark where it is drawn: on the side of a block that is covered", () => {
    const tower = [block([2, 2, 0]), block([2, 2, 1])];
    const pickable = scene([[2, 2, 0]], tower);
    const [mark] = aimsOf(pickable, look).handles;
    const from = (x: number, y: number) => (point: Point) =>
      [20 * (point[0] - x), 20 * (point[1] - y)] as const;
    const [x = 0, y = 0] = mark?.at ?? [];
    expect(hitsMark(pickable, look, from(x, y), [2, 2, 0])).toBe(true);
    expect(hitsMark(pickable, look, from(x, y + 1), [2, 2, 0])).toBe(false);
  });

  it("is answered why not where nothing leads on", () => {
    const own = [block([2, 2, 0])];
    expect(underFinger(scene([[5, 5, 0]], own), above(40, spot([2, 2, 0])))).toEqual([
      { cell: [2, 2, 1], good: false },
    ]);
  });
});

describe("a tower", () => {
  const tower = [block([1, 1, 0]), block([1, 1, 1]), block([1, 1, 2])];
  const down = (cell: Cell): Ray => {
    const [x, , z] = middle(boxOf(board, [cell]));
    return { from: [x, 20, z], way: [0, -1, 0] };
  };

  it("can be grabbed by a block that leads nowhere itself, and then asks", () => {
    const met = hitTest(down([1, 1, 2]), scene([[1, 1, 0]], tower));
    expect(met).toEqual({ cell: [1, 1, 0], good: true, unsure: true });
  });

  it("is not grabbed where the block on top can be picked", () => {
    const both: Cell[] = [
      [1, 1, 0],
      [1, 1, 2],
    ];
    expect(hitTest(down([1, 1, 2]), scene(both, tower))).toEqual({ cell: [1, 1, 2], good: true });
  });
});
