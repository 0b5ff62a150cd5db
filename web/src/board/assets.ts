// Makes and keeps what blocks are drawn with: geometries, materials and textures, each once.
import {
  BackSide,
  BoxGeometry,
  BufferGeometry,
  CanvasTexture,
  Color,
  Float32BufferAttribute,
  type Material,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type MeshLambertMaterialParameters,
  MeshStandardMaterial,
  SRGBColorSpace,
  type Texture,
} from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { shadeTexture } from "./boardTexture";
import { lookOf, SIGN_PATHS } from "./colours";
import type { Point } from "./space";
import { WOOD_UNITS, woodTexture } from "./wood";

/** Air between a block and the walls of its cells. */
const GAP = 0.018;
const ROUND = 0.06;
const EDGE_SHADE = 0.72;
/** Blocks of one size are cut from this many places of the wood. */
const CUTS = 6;
/** Blocks of one colour differ a little, so that towers are read block by block. */
const SHADES = [1, 1.07, 0.93, 1.12, 0.88];

export type Finish = "solid" | "ghost" | "faded" | "lit" | "lifted";

/** Fine is for graphics cards; plain is what a processor can draw in their place. */
export type Quality = "fine" | "plain";

export class Assets {
  constructor(readonly quality: Quality) {}

  private kept = new Map<string, BufferGeometry | Material | Texture>();

  private once<T extends BufferGeometry | Material | Texture>(key: string, make: () => T): T {
    const known = this.kept.get(key) as T | undefined;
    if (known) return known;
    const made = make();
    this.kept.set(key, made);
    return made;
  }

  dispose(): void {
    for (const thing of this.kept.values()) thing.dispose();
    this.kept.clear();
  }

  get wood() {
    return this.once("wood", () => this.sharp(woodTexture(), 4));
  }

  get shade() {
    return this.once("shade", shadeTexture);
  }

  /** Looking along a texture costs a processor most of its time, so there it stays blurred. */
  private sharp<T extends Texture>(texture: T, samples: number): T {
    texture.anisotropy = this.quality === "fine" ? samples : 1;
    return texture;
  }

  block(lengths: Point, seed: number): BufferGeometry {
    const cut = seed % CUTS;
    return this.once(`block ${lengths} ${cut}`, () => woodenBox(lengths, GAP, ROUND, cut));
  }

  /** A slab of wood without air around it. */
  slab(lengths: Point, round: number): BufferGeometry {
    return this.once(`slab ${lengths} ${round}`, () => woodenBox(lengths, 0, round, 2));
  }

  /** A little larger than the block: seen from outside it is a rim around it. */
  rim(lengths: Point): BufferGeometry {
    return this.once(`rim ${lengths}`, () => woodenBox(lengths, -0.028, ROUND + 0.02, 0));
  }

  stain(colour: string, finish: Finish, seed: number): Material {
    const shade = finish === "ghost" ? 0 : seed % SHADES.length;
    return this.once(`stain ${colour} ${finish} ${shade}`, () => {
      const paint = new Color(lookOf(colour).stain).multiplyScalar(SHADES[shade] ?? 1);
      const see = { solid: 1, lit: 1, ghost: 0.62, faded: 0.22, lifted: 0.07 }[finish];
      return this.matt(0.58, {
        color: paint,
        map: this.wood,
        vertexColors: true,
        transparent: see < 1,
        opacity: see,
        depthWrite: see === 1,
        ...(finish === "lit" && {
          emissive: paint,
          emissiveMap: this.wood,
          emissiveIntensity: 0.4,
        }),
      });
    });
  }

  timber(colour: string): Material {
    return this.once(`timber ${colour}`, () =>
      this.matt(0.7, { color: colour, map: this.wood, vertexColors: true }),
    );
  }

  /** The painted top of the board; not kept, as its texture comes and goes. */
  painted(map: Texture, transparent = false): Material {
    return this.matt(0.72, { map: this.sharp(map, 8), transparent });
  }

  private matt(roughness: number, look: MeshLambertMaterialParameters): Material {
    return this.quality === "plain"
      ? new MeshLambertMaterial(look)
      : new MeshStandardMaterial({ ...look, roughness });
  }

  /** The twelve edges of a block as thin bars: lines are one pixel wide everywhere. */
  frame(lengths: Point): BufferGeometry {
    return this.once(`frame ${lengths}`, () => barsAlong(lengths));
  }

  framePaint(colour: string, faint = false): MeshBasicMaterial {
    return this.once(
      `frame ${colour} ${faint}`,
      () =>
        new MeshBasicMaterial({
          color: colour,
          toneMapped: false,
          transparent: faint,
          opacity: faint ? 0.45 : 1,
        }),
    );
  }

  rimPaint(colour: string): MeshBasicMaterial {
    return this.once(
      `rim ${colour}`,
      () => new MeshBasicMaterial({ color: colour, side: BackSide, toneMapped: false }),
    );
  }

  /** One quad with the sign on each face of a block. */
  signs(lengths: Point): BufferGeometry {
    return this.once(`signs ${lengths}`, () => signQuads(lengths));
  }

  signPaint(colour: string): MeshBasicMaterial {
    return this.once(`sign ${colour}`, () => {
      const map = this.once(`sign picture ${colour}`, () => this.sharp(signTexture(colour), 4));
      return new MeshBasicMaterial({
        map,
        transparent: true,
        depthWrite: false,
        polygonOffset: true,
        polygonOffsetFactor: -2,
      });
    });
  }
}

/** A rounded box whose faces are cut from the wood: long grain along it, end grain at its ends. */
function woodenBox(lengths: Point, gap: number, round: number, cut: number): BufferGeometry {
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

function barsAlong(size: Point): BufferGeometry {
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
function signQuads(lengths: Point): BufferGeometry {
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

function signTexture(colour: string): CanvasTexture {
  const size = 128;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const pen = canvas.getContext("2d");
  const look = lookOf(colour);
  if (pen) {
    pen.translate(size / 2, size / 2);
    pen.scale(size * 0.46, size * 0.46);
    pen.fillStyle = look.ink;
    pen.globalAlpha = 0.85;
    pen.fill(new Path2D(SIGN_PATHS[look.sign]), "evenodd");
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}
