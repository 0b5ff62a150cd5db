// The shapes blocks are drawn with: wooden boxes, the bars along their edges, the signs on them.
import { BoxGeometry, BufferGeometry, Float32BufferAttribute } from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import type { Point } from "./space";
import { WOOD_UNITS } from "./wood";

/** Air between a block and the walls of its cells. */
export const GAP = 0.018;
const EDGE_SHADE = 0.72;

/** A rounded box whose faces are cut from the wood: long grain along it, end grain at its ends. */
export function woodenBox(lengths: Point, gap: number, round: number, cut: number): BufferGeometry {
  const [width, height, depth] = lengths.map((length) => length - 2 * gap) as [
    number,
    number,
    number,
  ];
  const box = new RoundedBoxGeometry(width, height, depth, 2, round);
  box.clearGroups();
  const size = [width, height, depth];
  const grain = size[1] === Math.max(...size) ? 1 : size[0] === Math.max(...size) ? 0 : 2;
  const position = box.getAttribute("position");
  const normal = box.getAttribute("normal");
  const perFace = position.count / 6;
  const uv = new Float32Array(position.count * 2);
  const shade = new Float32Array(position.count * 3);
  for (let vertex = 0; vertex < position.count; vertex++) {
    const face = Math.floor(vertex / perFace);
    const across = face >> 1;
    const point = [position.getX(vertex), position.getY(vertex), position.getZ(vertex)].map(
      (value, axis) => value + (size[axis] ?? 0) / 2,
    );
    const [u, v] = woodAt(point, across, grain, cut + face * 0.37);
    uv.set([u / WOOD_UNITS, v / WOOD_UNITS], vertex * 2);
    // Edges are darker, as the light is in the gap between blocks.
    const turn = Math.abs(
      [normal.getX(vertex), normal.getY(vertex), normal.getZ(vertex)][across] ?? 1,
    );
    shade.fill(turn > 0.99 ? 1 : EDGE_SHADE, vertex * 3, vertex * 3 + 3);
  }
  box.setAttribute("uv", new Float32BufferAttribute(uv, 2));
  box.setAttribute("color", new Float32BufferAttribute(shade, 3));
  return box;
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

/** Where in the texture, in units, a point of a face lies. */
function woodAt(point: number[], across: number, grain: number, cut: number): [number, number] {
  const others = [0, 1, 2].filter((axis) => axis !== across);
  if (across === grain) {
    const [a = 0, b = 0] = others.map((axis) => point[axis]);
    return [((Math.floor(cut) * 0.13) % 1) + a * 0.96 + 0.02, Math.min(b * 0.9 + 0.04, 0.97)];
  }
  const side = others.find((axis) => axis !== grain) ?? 0;
  const shift = (cut * 0.61) % 1;
  return [
    (point[grain] ?? 0) + cut * 0.77,
    1.04 + Math.min((point[side] ?? 0) * 0.9 + shift, 2.92),
  ];
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
