// The shapes blocks are drawn with: wooden boxes, the bars along their edges, the signs on them.
import { BoxGeometry, BufferGeometry, Float32BufferAttribute } from "three";
import type { Point } from "./space";

/** Air between a block and the walls of its cells. */
export const GAP = 0.018;

type Axis = 0 | 1 | 2;
type Triple = [number, number, number];
type Lists = [number[], number[], number[], number[]];
/** A face of a box: across which axis it lies, and on which end of it. */
type Face = readonly [across: Axis, end: 1 | -1];

const FACES: readonly Face[] = [
  [0, 1],
  [0, -1],
  [1, 1],
  [1, -1],
  [2, 1],
  [2, -1],
];
export const TOP: Face = [1, 1];
export const FRONT: Face = [2, 1];

/**
 * A box with bevelled edges, sawn out of a log. Each corner knows its place in the log, so that
 * grain goes on over the edges; corners lie half a cell apart, as shade is worked out at corners.
 * The flat of a `covered` face is left out: something else is drawn in its place.
 */
export function woodenBox(
  lengths: Point,
  gap: number,
  round: number,
  cut: number,
  covered?: Face,
): BufferGeometry {
  const size = lengths.map((length) => length - 2 * gap) as Triple;
  const log = logOf(size, cut);
  const [positions, normals, grains, corners]: Lists = [[], [], [], []];
  for (const [across, end] of FACES) {
    const [u, v] = [((across + 1) % 3) as Axis, ((across + 2) % 3) as Axis];
    const [rows, columns] = [cornersAlong(size[v], round), cornersAlong(size[u], round)];
    const first = positions.length / 3;
    for (const b of rows)
      for (const a of columns) {
        const outer: Triple = [0, 0, 0];
        [outer[across], outer[u], outer[v]] = [(end * size[across]) / 2, a, b];
        const inner = outer.map((value, axis) => {
          const most = (size[axis] ?? 0) / 2 - round;
          return Math.max(-most, Math.min(most, value));
        }) as Triple;
        const out = outer.map((value, axis) => value - (inner[axis] ?? 0)) as Triple;
        const length = Math.hypot(...out);
        normals.push(...out.map((value) => value / length));
        positions.push(...inner.map((value, axis) => value + ((out[axis] ?? 0) / length) * round));
        grains.push(...log(outer));
      }
    const hidden = covered?.[0] === across && covered[1] === end;
    for (let row = 0; row + 1 < rows.length; row++)
      for (let column = 0; column + 1 < columns.length; column++) {
        const edge =
          row === 0 || column === 0 || row + 2 === rows.length || column + 2 === columns.length;
        if (hidden && !edge) continue;
        const [at, below] = [columns.length * row, columns.length * (row + 1)];
        const [p, q, r, s] = [at, at + 1, below + 1, below].map((i) => first + column + i) as [
          number,
          number,
          number,
          number,
        ];
        corners.push(...(end === 1 ? [p, q, r, p, r, s] : [p, r, q, p, s, r]));
      }
  }
  const box = new BufferGeometry();
  box.setAttribute("position", new Float32BufferAttribute(positions, 3));
  box.setAttribute("normal", new Float32BufferAttribute(normals, 3));
  box.setAttribute("grain", new Float32BufferAttribute(grains, 3));
  box.setIndex(corners);
  return box;
}

/** The bevel at both ends, and the flat between them in halves of cells. */
function cornersAlong(length: number, round: number): number[] {
  const flat = length - 2 * round;
  const halves = Math.max(1, Math.round(flat * 2));
  const between = Array.from({ length: halves + 1 }, (_, i) => flat * (i / halves - 0.5));
  return [-length / 2, ...between, length / 2];
}

/** Places in a log whose grain runs along x, its heart at y = z = 0. Cubes are sawn any way. */
function logOf(size: Triple, cut: number): (point: Triple) => Triple {
  const most = Math.max(...size);
  const longest = ([0, 1, 2] as const).filter((axis) => size[axis] > most - 0.01);
  const along = longest[cut % longest.length] ?? 0;
  const [a, b] = ([0, 1, 2] as const).filter((axis) => axis !== along) as [Axis, Axis];
  const [turn, far] = [cut * 2.4 + 0.6, Math.hypot(size[a], size[b]) / 2 + 0.5 + (cut % 3) * 0.6];
  return (point) => [
    point[along] + cut * 1.7,
    point[a] + Math.cos(turn) * far,
    point[b] + Math.sin(turn) * far,
  ];
}

const BAR = 0.036;

/** The twelve edges of a box. */
export function barsAlong(size: Point): BufferGeometry {
  const places = ([0, 1, 2] as const).flatMap((along) =>
    [-1, 1].flatMap((a) =>
      [-1, 1].flatMap((b) => {
        const bar: [number, number, number] = [BAR, BAR, BAR];
        const place: [number, number, number] = [a, a, a];
        bar[along] = size[along] + BAR;
        place[along] = 0;
        place[along === 2 ? 1 : 2] = b;
        const box = new BoxGeometry(...bar).toNonIndexed();
        box.translate(...(place.map((side, axis) => (side * (size[axis] ?? 0)) / 2) as typeof bar));
        return [...box.getAttribute("position").array];
      }),
    ),
  );
  const bars = new BufferGeometry();
  bars.setAttribute("position", new Float32BufferAttribute(places, 3));
  return bars;
}

/** Quads a little outside each face, upright on the sides, readable from the front on top. */
export function signQuads(lengths: Point): BufferGeometry {
  const half = lengths.map((length) => length / 2 - GAP + 0.002);
  const [x = 0, y = 0, z = 0] = half;
  const faces: [centre: number[], right: number[], up: number[]][] = [
    [
      [x, 0, 0],
      [0, 0, -1],
      [0, 1, 0],
    ],
    [
      [-x, 0, 0],
      [0, 0, 1],
      [0, 1, 0],
    ],
    [
      [0, y, 0],
      [1, 0, 0],
      [0, 0, -1],
    ],
    [
      [0, 0, z],
      [1, 0, 0],
      [0, 1, 0],
    ],
    [
      [0, 0, -z],
      [-1, 0, 0],
      [0, 1, 0],
    ],
  ];
  const [positions, uvs]: [number[], number[]] = [[], []];
  const reach = 0.3;
  for (const [centre, right, up] of faces)
    for (const [u, v] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
      [1, 1],
      [0, 1],
    ] as const) {
      for (const axis of [0, 1, 2])
        positions.push(
          (centre[axis] ?? 0) +
            (right[axis] ?? 0) * (2 * u - 1) * reach +
            (up[axis] ?? 0) * (2 * v - 1) * reach,
        );
      uvs.push(u, v);
    }
  const quads = new BufferGeometry();
  quads.setAttribute("position", new Float32BufferAttribute(positions, 3));
  quads.setAttribute("uv", new Float32BufferAttribute(uvs, 2));
  return quads;
}

/** A part of a painted surface, in the units of its board around its middle, and how high it lies. */
export type Patch = readonly [left: number, right: number, low: number, high: number, out: number];

/** Patches cut from one picture of the size `whole`, facing z; corners lie near each other for shade. */
export function paintedPatches(whole: readonly [number, number], patches: readonly Patch[]) {
  const [positions, normals, uvs, corners]: Lists = [[], [], [], []];
  for (const [left, right, low, high, out] of patches) {
    const across = Math.max(1, Math.round((right - left) * 4));
    const up = Math.max(1, Math.round((high - low) * 4));
    const first = positions.length / 3;
    for (let j = 0; j <= up; j++)
      for (let i = 0; i <= across; i++) {
        const [x, y] = [left + ((right - left) * i) / across, low + ((high - low) * j) / up];
        positions.push(x, y, out);
        normals.push(0, 0, 1);
        uvs.push(x / whole[0] + 0.5, y / whole[1] + 0.5);
        const at = first + j * (across + 1) + i;
        const next = at + across + 1;
        if (i < across && j < up) corners.push(at, at + 1, next + 1, at, next + 1, next);
      }
  }
  const painted = new BufferGeometry();
  painted.setAttribute("position", new Float32BufferAttribute(positions, 3));
  painted.setAttribute("normal", new Float32BufferAttribute(normals, 3));
  painted.setAttribute("uv", new Float32BufferAttribute(uvs, 2));
  painted.setIndex(corners);
  return painted;
}
