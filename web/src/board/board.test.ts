import { describe, expect, it } from "vitest";
import { cellName, cellOf, SIDES } from "../scene";
import type { Block, Board, Cell, Offer, Scene } from "../wire";
import { RIM } from "./boardTexture";
import {
  axesOf,
  between,
  distanceOf,
  fromSide,
  halfField,
  home,
  type Pose,
  panned,
  sideOf,
  turned,
  zoomed,
} from "./cameraPose";
import { lookOf, SIGNS } from "./colours";
import views from "./fixtures.json";
import { contains, neededStretch, roomyStretch, seenBox } from "./framing";
import { TOP, woodenBox } from "./geometry";
import { towers } from "./Heights";
import { hitTest, type Pickable, strike } from "./hitTest";
import { step } from "./keyboard";
import { quartersFor } from "./ownSide";
import { boxOf, cellAt, filledBy, heightOf, lengths, middle, pictureOf, topOf } from "./space";

const plain = { levels: false, frame: false };
const boardOf = (upright: boolean, ...size: Cell): Board => ({
  ...plain,
  size,
  upright,
  reach: { low: [0, 0, 0], high: [size[0] - 1, size[1] - 1, size[2] - 1] },
});
const board = boardOf(false, 4, 4, 4);
const wall = boardOf(true, 5, 1, 5);
const block = (colour: string, ...cells: Cell[]): Block => ({ cells, colour, owner: null });
const real = views as unknown as Scene[];

describe("space", () => {
  it("has the first row in front and the middle of the ground at its origin", () => {
    expect(boxOf(board, [[0, 0, 0]])).toEqual({ min: [-2, 0, 1], max: [-1, 1, 2] });
    expect(
      middle(
        boxOf(board, [
          [0, 0, 0],
          [3, 3, 0],
        ]),
      ),
    ).toEqual([0, 0.5, 0]);
  });

  it("finds the cell of each cell's middle", () => {
    for (const cell of [
      [0, 0, 0],
      [3, 1, 2],
      [0, 3, 3],
      [-1, 0, 0],
      [1, 4, 0],
    ] as Cell[])
      expect(cellAt(board, middle(boxOf(board, [cell])))).toEqual(cell);
  });

  it("knows the top of a column", () => {
    expect(topOf(filledBy([block("red", [1, 1, 0], [1, 1, 1])]), [1, 1, 0])).toEqual([1, 1, 2]);
  });

  it("draws only boxes", () => {
    for (const view of real)
      for (const { cells } of view.blocks) {
        const [wide, tall, deep] = lengths(boxOf(view.board, cells));
        expect(wide * tall * deep).toBe(cells.length);
      }
  });
});

describe("names of cells", () => {
  it("are read as they are written", () => {
    expect(cellName(board, [2, 3, 1])).toBe("c4");
    expect(cellName({ ...board, levels: true }, [2, 3, 1])).toBe("c4.2");
    expect(cellName(wall, [2, 0, 3])).toBe("c4");
    expect(cellOf({ ...board, levels: true }, "c4.2")).toEqual([2, 3, 1]);
    expect(cellOf(wall, "c4")).toEqual([2, 0, 3]);
    expect(cellOf(board, "pass")).toBeNull();
  });
});

describe("pictures", () => {
  const blocks = [block("red", [0, 0, 0]), block("blue", [0, 3, 0]), block("green", [0, 0, 1])];
  const colours = (side: (typeof SIDES)[number]) =>
    pictureOf(board, blocks, side, 2).map((row) =>
      row.map((one) => one?.colour[0] ?? ".").join(""),
    );

  it("show the nearest block, the sides as the rules name them", () => {
    expect(colours("front")).toEqual(["g...", "r..."]);
    expect(colours("back")).toEqual(["...g", "...b"]);
    expect(colours("left")).toEqual(["...g", "b..r"]);
    expect(colours("right")).toEqual(["g...", "r..b"]);
    expect(colours("top")).toEqual(["b...", "....", "....", "g..."]);
  });

  it("are those the house sends, where it sends them", () => {
    const sent = real.filter((view) => view.pictures.length);
    expect(sent.length).toBeGreaterThan(0);
    for (const view of sent)
      for (const { view: side, rows } of view.pictures) {
        const ours = pictureOf(view.board, view.blocks, side, 4);
        expect(ours.map((row) => row.map((one) => one?.colour ?? null)).reverse()).toEqual(rows);
      }
  });
});

describe("aim", () => {
  const down = (cell: Cell, aside = 0) => {
    const [x, , z] = middle(boxOf(board, [cell]));
    return { from: [x + aside, 20, z] as const, way: [0, -1, 0] as const };
  };
  const scene = (next: Cell[], blocks: Block[] = [], picked: Cell[] = []): Pickable => ({
    board,
    blocks,
    picked,
    next,
    leads: (cell) => next.some((other) => other.join() === cell.join()),
  });
  const cube = block("red", [1, 1, 0]);

  it("meets the ground", () => {
    expect(hitTest(down([1, 2, 0]), scene([[1, 2, 0]]))).toEqual({ cell: [1, 2, 0], good: true });
    expect(hitTest(down([1, 2, 0]), scene([]))).toEqual({ cell: [1, 2, 0], good: false });
  });

  it("meets cells outside the board only if they are on offer", () => {
    expect(hitTest(down([1, -1, 0]), scene([[1, -1, 0]]))?.good).toBe(true);
    expect(hitTest(down([1, -1, 0]), scene([]))).toBeNull();
  });

  it("means a block that leads on by its top, and else the room above", () => {
    const both = scene(
      [
        [1, 1, 0],
        [1, 1, 1],
      ],
      [cube],
    );
    expect(hitTest(down([1, 1, 0]), both)).toEqual({ cell: [1, 1, 0], good: true });
    expect(hitTest(down([1, 1, 0], 0.45), both)?.cell).toEqual([1, 1, 0]);
    const room = scene([[1, 1, 1]], [cube]);
    expect(hitTest(down([1, 1, 0]), room)).toEqual({ cell: [1, 1, 1], good: true });
  });

  it("is unsure of the room above where other blocks can be picked", () => {
    const others = scene(
      [
        [1, 1, 1],
        [3, 3, 0],
      ],
      [cube, block("blue", [3, 3, 0])],
    );
    const room = { cell: [1, 1, 1], good: true, unsure: true };
    expect(hitTest(down([1, 1, 0]), others)).toEqual(room);
  });

  it("means the covered block itself by its side where blocks can be picked", () => {
    const tower = [cube, block("red", [1, 1, 1])];
    const [x, y, z] = middle(boxOf(board, [[1, 1, 0]]));
    const ray = { from: [x, y, z + 20], way: [0, 0, -1] } as const;
    const top = scene([[1, 1, 1]], tower);
    expect(hitTest(ray, top)).toEqual({ cell: [1, 1, 0], good: false });
  });

  it("meets the dot of a target that a block hides", () => {
    const [x, , z] = middle(boxOf(board, [[1, 2, 0]]));
    const ray = { from: [x, 5, z + 5], way: [0, -1, -1] } as const;
    const hiding = block("red", [1, 1, 0]);
    expect(hitTest(ray, scene([[1, 2, 0]], [hiding]))?.cell).toEqual([1, 2, 0]);
  });

  it("means the top of the tower by its side", () => {
    const tower = [cube, block("red", [1, 1, 1]), block("red", [1, 1, 2])];
    const [x, y, z] = middle(boxOf(board, [[1, 1, 0]]));
    const ray = { from: [x, y, z + 20], way: [0, 0, -1] } as const;
    expect(hitTest(ray, scene([[1, 1, 3]], tower))).toEqual({ cell: [1, 1, 3], good: true });
    expect(hitTest(ray, scene([[1, 0, 0]], tower))).toEqual({ cell: [1, 0, 0], good: true });
  });

  it("builds on picked cells as on blocks", () => {
    expect(hitTest(down([1, 1, 0]), scene([[1, 1, 1]], [], [[1, 1, 0]]))?.cell).toEqual([1, 1, 1]);
  });

  it("meets empty squares of a wall from the front", () => {
    const [x, y] = middle(boxOf(wall, [[2, 0, 3]]));
    const ray = { from: [x, y, 20], way: [0, 0, -1] } as const;
    const open = { ...scene([[2, 0, 3]]), board: wall };
    expect(hitTest(ray, open)).toEqual({ cell: [2, 0, 3], good: true });
    expect(hitTest(ray, { ...open, next: [], leads: () => false })?.good).toBe(false);
  });

  it("passes by a box it does not meet", () => {
    const box = boxOf(board, [[0, 0, 0]]);
    expect(strike({ from: [5, 5, 5], way: [0, 1, 0] }, box)).toBeNull();
    expect(strike({ from: [-1.5, 9, 1.5], way: [0, -1, 0] }, box)).toEqual({
      distance: 8,
      normal: [0, 1, 0],
    });
  });
});

describe("camera", () => {
  const frame = { box: { min: [-3, 0, -3], max: [3, 4, 3] }, aspect: 1.6, upright: false } as const;

  it("shows the whole board from everywhere", () => {
    for (const aspect of [0.5, 1, 2.4])
      for (const pose of [
        home({ ...frame, aspect }),
        ...SIDES.map((side) => fromSide({ ...frame, aspect }, side)),
      ]) {
        const { right, up, back } = axesOf(pose);
        for (const x of [-3, 3])
          for (const y of [0, 4])
            for (const z of [-3, 3]) {
              const offset = [x - pose.target[0], y - pose.target[1], z - pose.target[2]];
              const along = (axis: readonly number[]) =>
                offset.reduce((sum, value, index) => sum + value * (axis[index] ?? 0), 0);
              const depth = pose.flat === 1 ? 1 : 1 - along(back) / distanceOf(pose);
              expect(Math.abs(along(up)) / depth).toBeLessThanOrEqual(pose.span / 2);
              expect(Math.abs(along(right)) / depth).toBeLessThanOrEqual((pose.span / 2) * aspect);
            }
      }
  });

  it("is orthographic exactly from the sides", () => {
    for (const side of SIDES) expect(sideOf(fromSide(frame, side))).toBe(side);
    expect(sideOf(turned(fromSide(frame, "top"), frame, 0.1, 0))).toBeNull();
    expect(sideOf(home(frame))).toBeNull();
  });

  it("never cuts the board while it is dragged around, shifted or zoomed out", () => {
    const inside = (pose: Pose) => {
      const { right, up, back } = axesOf(pose);
      for (const x of [-3, 3])
        for (const y of [0, 4])
          for (const z of [-3, 3]) {
            const offset = [x - pose.target[0], y - pose.target[1], z - pose.target[2]];
            const along = (axis: readonly number[]) =>
              offset.reduce((sum, value, index) => sum + value * (axis[index] ?? 0), 0);
            const depth = 1 - along(back) / distanceOf(pose);
            expect(Math.abs(along(up)) / depth).toBeLessThanOrEqual(pose.span / 2 + 0.05);
            expect(Math.abs(along(right)) / depth).toBeLessThanOrEqual(pose.span * 0.8 + 0.05);
          }
    };
    let pose = home(frame);
    for (const [right, up] of [
      [0.7, 0.3],
      [0.9, -0.6],
      [-2.2, 0.5],
      [0.4, -0.4],
    ] as const) {
      pose = turned(pose, frame, right, up);
      inside(pose);
      inside(panned(pose, frame, 0.5, -0.8));
      inside(panned(zoomed(pose, frame, 1.3), frame, -2, 2));
    }
  });

  it("turns home by quarters for the seats around the board", () => {
    const across = home({ ...frame, quarters: 2 });
    expect(across.azimuth - home(frame).azimuth).toBeCloseTo(Math.PI);
  });

  it("turns the short way and ends exactly", () => {
    const [left, back] = [fromSide(frame, "left"), fromSide(frame, "back")];
    const halfway = between(left, back, 0.5);
    expect(halfway.azimuth).toBeCloseTo(-0.75 * Math.PI);
    expect(halfField(halfway.flat)).toBeGreaterThan(0);
    expect(between(left, back, 1)).toEqual(back);
  });
});

describe("the keyboard's cursor", () => {
  const cells: Cell[] = [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
    [1, 1, 0],
  ];
  const place = ([x, y]: Cell) => [x * 10, -y * 10] as const;

  it("begins in the middle and goes the way of the arrow", () => {
    expect(step(cells, place, null, [1, 0])).toEqual([1, 0, 0]);
    expect(step(cells, place, [1, 0, 0], [1, 0])).toEqual([2, 0, 0]);
    expect(step(cells, place, [1, 0, 0], [0, -1])).toEqual([1, 1, 0]);
    expect(step(cells, place, [2, 0, 0], [1, 0])).toEqual([2, 0, 0]);
    expect(step([], place, null, [1, 0])).toBeNull();
  });
});

describe("colours", () => {
  const luminance = (stain: string) => {
    const part = (at: number) => (Number.parseInt(stain.slice(at, at + 2), 16) / 255) ** 2.2;
    return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
  };
  const contrast = (a: string, b: string) => {
    const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const games = new Map(
    real.map((view) => [view.game, new Set(view.seats.map((seat) => seat.colour))]),
  );

  it.each([...games])("of %s have signs and lightness of their own", (_, seats) => {
    const looks = [...seats].map(lookOf);
    expect(new Set(looks.map((look) => look.sign)).size).toBe(looks.length);
    for (const look of looks) expect(contrast(look.stain, look.ink)).toBeGreaterThan(3);
    for (const one of looks)
      for (const other of looks)
        if (one !== other) expect(contrast(one.stain, other.stain)).toBeGreaterThan(1.15);
  });

  it("of games to come are steady", () => {
    expect(lookOf("violet")).toEqual(lookOf("violet"));
    expect(SIGNS).toContain(lookOf("violet").sign);
  });
});

describe("framing", () => {
  it("shows what is in reach, and every block of a real game", () => {
    for (const view of real) {
      const { min, max } = seenBox(view);
      const blocks = boxOf(view.board, [...view.blocks.flatMap(({ cells }) => cells), [0, 0, 0]]);
      for (const axis of [0, 1, 2] as const) {
        expect(min[axis]).toBeLessThanOrEqual(blocks.min[axis]);
        expect(max[axis]).toBeGreaterThanOrEqual(blocks.max[axis]);
      }
    }
  });

  it("from near leaves room for one more block, never less than is built", () => {
    for (const view of real.filter(({ board }) => !board.upright)) {
      const near = seenBox(view, undefined, true).max[1];
      expect(near).toBeLessThanOrEqual(seenBox(view).max[1]);
      expect(near).toBeGreaterThanOrEqual(Math.max(2, heightOf(view.blocks)));
    }
  });

  const wide = boardOf(true, 17, 1, 9);
  const built = { board: wide, blocks: [block("red", [8, 0, 0], [8, 0, 1])] } as unknown as Scene;
  const lies = (x: number) => ({ pick: [[x, 0, 0]], add: [], take: [] }) as unknown as Offer;

  it("of a wall shows what is built and on offer, with room around it", () => {
    const needed = neededStretch(built, [lies(6), lies(10)]);
    expect(needed).toEqual({ first: 6, columns: 5, high: 2 });
    const shown = roomyStretch(built, needed, null);
    expect(shown).toEqual({ first: 4, columns: 9, high: 5 });
    const { min, max } = seenBox(built, shown);
    expect(min[0]).toBeLessThan(4 - 8.5 - RIM);
    expect(max[0]).toBeGreaterThan(13 - 8.5 + RIM);
    expect(max[0] - min[0]).toBeLessThan(9 + 2 * RIM + 2);
  });

  it("of a wall never shrinks, and ends where nothing can be built any more", () => {
    const shown = roomyStretch(built, neededStretch(built, [lies(2)]), null);
    expect(contains(roomyStretch(built, neededStretch(built, []), shown), shown)).toBe(true);
    const near = { ...wide, reach: { low: [5, 0, 0], high: [12, 0, 8] } } as Board;
    const now = { ...built, board: near };
    expect(roomyStretch(now, neededStretch(now, []), shown).first).toBe(5);
  });

  it("of an empty wall shows its middle", () => {
    const empty = { ...built, blocks: [] };
    const { first, columns } = roomyStretch(empty, neededStretch(empty, []), null);
    expect(first + columns / 2).toBe(8.5);
    expect(columns).toBeLessThan(11);
  });
});

describe("a block", () => {
  const box = woodenBox([2, 1, 1], 0, 0.1, 1);
  const points = (name: string) => {
    const list = box.getAttribute(name);
    return Array.from({ length: list.count }, (_, i) => [
      list.getX(i),
      list.getY(i),
      list.getZ(i),
    ]) as [number, number, number][];
  };

  it("faces outwards and stays within its cells", () => {
    const [places, normals] = [points("position"), points("normal")];
    places.forEach(([x, y, z], index) => {
      const [nx, ny, nz] = normals[index] ?? [0, 0, 0];
      expect(x * nx + y * ny + z * nz).toBeGreaterThan(0);
      expect(Math.hypot(nx, ny, nz)).toBeCloseTo(1);
      expect(Math.max(Math.abs(x) / 2, Math.abs(y), Math.abs(z))).toBeLessThanOrEqual(0.5);
    });
  });

  it("has triangles that wind around their normals", () => {
    const [places, normals] = [points("position"), points("normal")];
    const corners = [...(box.getIndex()?.array ?? [])];
    for (let at = 0; at < corners.length; at += 3) {
      const [a, b, c] = [0, 1, 2].map((i) => places[corners[at + i] ?? 0] ?? [0, 0, 0]) as [
        number[],
        number[],
        number[],
      ];
      const side = (p: number[], axis: number) => (p[axis] ?? 0) - (a[axis] ?? 0);
      const cross = [0, 1, 2].map((axis) => {
        const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        return side(b, u) * side(c, v) - side(b, v) * side(c, u);
      });
      const normal = normals[corners[at] ?? 0] ?? [0, 0, 0];
      expect(cross.reduce((sum, value, i) => sum + value * (normal[i] ?? 0), 0)).toBeGreaterThan(0);
    }
  });

  it("leaves the flat of a painted face to the paint", () => {
    const slab = woodenBox([4, 1, 4], 0, 0.1, 0, TOP);
    const normal = slab.getAttribute("normal");
    const corners = [...(slab.getIndex()?.array ?? [])];
    const flats = corners.filter((_, at) =>
      [0, 1, 2].every((i) => normal.getY(corners[at - (at % 3) + i] ?? 0) === 1),
    );
    expect(corners.length).toBeGreaterThan(0);
    expect(flats).toEqual([]);
  });

  it("has grain that goes on over its edges", () => {
    const known = new Map<string, string>();
    const grains = points("grain");
    points("position").forEach((place, index) => {
      const [key, grain] = [place, grains[index] ?? []].map((list) =>
        list.map((value) => value.toFixed(4)).join(),
      ) as [string, string];
      expect(known.get(key) ?? grain).toBe(grain);
      known.set(key, grain);
    });
  });
});

describe("a seat", () => {
  const qbq = real.find((view) => view.regions.some(({ kind }) => kind === "start")) as Scene;

  it("has the place its pieces start from nearest to it", () => {
    for (const { seat, cells } of qbq.regions.filter(({ kind }) => kind === "start")) {
      const frame = { box: seenBox(qbq), aspect: 1.5, upright: false };
      const { back } = axesOf(home({ ...frame, quarters: quartersFor(qbq, seat) }));
      const near = (at: readonly Cell[]) => {
        const [x, , z] = middle(boxOf(qbq.board, at));
        return x * back[0] + z * back[2];
      };
      for (const other of qbq.regions.filter(({ kind }) => kind === "start"))
        expect(near(cells)).toBeGreaterThanOrEqual(near(other.cells));
    }
  });

  it("has it in front of it from above, too", () => {
    for (const { seat, cells } of qbq.regions.filter(({ kind }) => kind === "start")) {
      const frame = { box: seenBox(qbq), aspect: 1.5, upright: false };
      const above = fromSide({ ...frame, quarters: quartersFor(qbq, seat) }, "top");
      expect(sideOf(above)).toBe("top");
      const { up } = axesOf(above);
      const [x, , z] = middle(boxOf(qbq.board, cells));
      expect(x * up[0] + z * up[2]).toBeLessThan(0);
    }
  });

  it("without a place of its own looks from the front, as spectators do", () => {
    expect(quartersFor(qbq, null)).toBe(0);
    for (const view of real.filter(({ regions }) => !regions.length))
      expect(quartersFor(view, 1)).toBe(0);
  });
});

describe("heights", () => {
  it("are told of towers, not of single blocks", () => {
    const tower = [block("red", [1, 1, 0]), block("blue", [1, 1, 1], [1, 1, 2])];
    expect(towers([...tower, block("red", [0, 0, 0])])).toEqual(
      new Map([["1,1", { height: 3, colour: "blue" }]]),
    );
  });
});
