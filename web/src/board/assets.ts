// Makes and keeps what blocks are drawn with: geometries, materials and textures, each once.
import {
  BackSide,
  type BufferGeometry,
  type CanvasTexture,
  Color,
  LinearMipmapLinearFilter,
  LinearMipmapNearestFilter,
  type Material,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type MeshLambertMaterialParameters,
  MeshStandardMaterial,
  type Texture,
} from "three";
import { textureOf } from "./boardTexture";
import { lookOf, SIGN_PATHS } from "./colours";
import {
  barsAlong,
  FRONT,
  GAP,
  type Patch,
  paintedPatches,
  signQuads,
  TOP,
  woodenBox,
} from "./geometry";
import { numbersTexture } from "./numbersTexture";
import { Occlusion } from "./occlusion";
import { shadeTexture } from "./shade";
import type { Point } from "./space";
import { woodTexture } from "./wood";

const ROUND = 0.07;
/** Blocks of one size are cut from this many places of the wood. */
const CUTS = 6;
/** Blocks of one colour differ a little in hue and lightness, so that towers are read block by block. */
const TINTS = [
  [0, 0],
  [0.003, 0.012],
  [-0.003, -0.012],
  [-0.002, 0.022],
  [0.002, -0.02],
] as const;

export type Finish = "solid" | "ghost" | "faded" | "lit" | "lifted";

/** Fine is for graphics cards; plain is what a processor can draw in their place. */
export type Quality = "fine" | "plain";

export class Assets {
  constructor(readonly quality: Quality) {}

  readonly occlusion = new Occlusion();

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
    this.occlusion.dispose();
  }

  get wood() {
    return this.once("wood", () => this.sharp(woodTexture(), 4));
  }

  /** Looking along a texture costs a processor most of its time, so there it stays blurred. */
  private sharp<T extends Texture>(texture: T, samples: number): T {
    const fine = this.quality === "fine";
    texture.anisotropy = fine ? samples : 1;
    texture.minFilter = fine ? LinearMipmapLinearFilter : LinearMipmapNearestFilter;
    return texture;
  }

  block(lengths: Point, seed: number): BufferGeometry {
    const cut = seed % CUTS;
    return this.once(`block ${lengths} ${cut}`, () => woodenBox(lengths, GAP, ROUND, cut));
  }

  /** A slab of wood without air around it; a painted face leaves its flat to the paint. */
  slab(lengths: Point, round: number, painted?: "top" | "front"): BufferGeometry {
    const covered = painted && { top: TOP, front: FRONT }[painted];
    return this.once(`slab ${lengths} ${round} ${painted}`, () =>
      woodenBox(lengths, 0, round, 2, covered),
    );
  }

  /** What the paint of the ground lies on. */
  surface(whole: readonly [number, number], patches: readonly Patch[]): BufferGeometry {
    return this.once(`surface ${whole} ${patches.join(" ")}`, () => paintedPatches(whole, patches));
  }

  /** The soft shadow of the whole board on the table, painted and not cast. */
  shade(wide: number, deep: number): Texture {
    return this.once(`shade ${wide} ${deep}`, () => shadeTexture(wide, deep));
  }

  /** A little larger than the block: seen from outside it is a rim around it. */
  rim(lengths: Point): BufferGeometry {
    return this.once(`rim ${lengths}`, () => woodenBox(lengths, -0.028, ROUND + 0.02, 0));
  }

  stain(colour: string, finish: Finish, seed: number): Material {
    const tint = finish === "ghost" ? 0 : seed % TINTS.length;
    return this.once(`stain ${colour} ${finish} ${tint}`, () => {
      const [hue, light] = TINTS[tint] ?? [0, 0];
      const paint = new Color(lookOf(colour).stain).offsetHSL(hue, 0, light);
      const see = { solid: 1, lit: 1, ghost: 0.62, faded: 0.22, lifted: 0.07 }[finish];
      return this.sawn(0.58, {
        color: paint,
        transparent: see < 1,
        opacity: see,
        depthWrite: see === 1,
        ...(finish === "lit" && { emissive: paint, emissiveIntensity: 0.35 }),
      });
    });
  }

  timber(colour: string): Material {
    return this.once(`timber ${colour}`, () => this.sawn(0.7, { color: colour }));
  }

  /** The painted top of the board; not kept, as its texture comes and goes. */
  painted(map: Texture, transparent = false): Material {
    const overlay = { transparent, polygonOffset: transparent, polygonOffsetFactor: -4 };
    return this.occlusion.darken(this.matt(0.72, { map: this.sharp(map, 8), ...overlay }), false);
  }

  private sawn(roughness: number, look: MeshLambertMaterialParameters): Material {
    return this.occlusion.darken(this.matt(roughness, { map: this.wood, ...look }), true);
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

  framePaint(colour: string, faint = false, through = false): MeshBasicMaterial {
    return this.once(
      `frame ${colour} ${faint} ${through}`,
      () =>
        new MeshBasicMaterial({
          color: colour,
          toneMapped: false,
          transparent: faint || through,
          opacity: faint ? 0.45 : 1,
          depthTest: !through,
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

  /** Heights on towers; each corner brings its ink. */
  get numberPaint(): MeshBasicMaterial {
    return this.once(
      "numbers",
      () =>
        new MeshBasicMaterial({
          map: this.once("numbers picture", () => this.sharp(numbersTexture(), 2)),
          vertexColors: true,
          transparent: true,
          depthWrite: false,
          toneMapped: false,
          polygonOffset: true,
          polygonOffsetFactor: -2,
        }),
    );
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
  return textureOf(canvas);
}
