// Darkness where blocks meet. Which cells are filled is a small texture in three dimensions, read
// half a cell in front of each corner of what is drawn: blurred between cells, it tells how much
// of the sky the corner loses. Nothing is baked anew but that texture when a block comes or goes.
import {
  Data3DTexture,
  LinearFilter,
  type Material,
  RedFormat,
  Vector3,
  type WebGLProgramParametersWithUniforms,
} from "three";
import type { Block, Board } from "../wire";
import { WOOD_UNITS } from "./wood";

export class Occlusion {
  readonly uniforms = {
    filled: { value: new Data3DTexture() },
    filledFrom: { value: new Vector3() },
    filledSize: { value: new Vector3() },
  };

  /** The texture has a cell more on each side; there the ground, and the board behind a wall. */
  fill({ size, upright }: Board, blocks: readonly Block[]): void {
    const [columns, rows, levels] = size;
    const [wide, high, deep] = [columns + 2, levels + 2, rows + 2];
    const cells = new Uint8Array(wide * high * deep);
    // Rows go away from the eye and the world's z comes towards it.
    const at = (x: number, y: number, z: number) =>
      x + 1 + (z + 1) * wide + (rows - y) * wide * high;
    for (let y = -1; y <= rows; y++)
      for (let x = -1; x <= columns; x++) {
        cells[at(x, y, -1)] = 255;
        if (upright && y === rows) for (let z = 0; z <= levels; z++) cells[at(x, y, z)] = 255;
      }
    for (const block of blocks) for (const [x, y, z] of block.cells) cells[at(x, y, z)] = 255;
    const { filled, filledFrom, filledSize } = this.uniforms;
    filled.value.dispose();
    filled.value = new Data3DTexture(cells, wide, high, deep);
    filled.value.format = RedFormat;
    filled.value.minFilter = filled.value.magFilter = LinearFilter;
    filled.value.unpackAlignment = 1;
    filled.value.needsUpdate = true;
    filledFrom.value.set(-columns / 2 - 1, -1, -rows / 2 - 1);
    filledSize.value.set(wide, high, deep);
  }

  dispose(): void {
    this.uniforms.filled.value.dispose();
  }

  /** Adds the darkness to a material; `sawn` wood looks up its grain by its place in the log. */
  darken<T extends Material>(material: T, sawn: boolean): T {
    material.customProgramCacheKey = () => `dark ${sawn}`;
    material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
      Object.assign(shader.uniforms, this.uniforms);
      const grain = sawn ? "attribute vec3 grain; varying vec3 vGrain;" : "";
      shader.vertexShader = `${grain}${CORNERS}${shader.vertexShader}`.replace(
        "#include <begin_vertex>",
        `#include <begin_vertex>
        vOpen = openAt(modelMatrix, position, normal);
        ${sawn ? "vGrain = grain;" : ""}`,
      );
      shader.fragmentShader = `varying float vOpen; ${sawn ? "varying vec3 vGrain;" : ""}
        ${shader.fragmentShader}`.replace(
        "#include <map_fragment>",
        `${sawn ? GRAIN : "#include <map_fragment>"}
        diffuseColor.rgb *= vOpen * mix(vec3(1., .93, .84), vec3(1.), min(vOpen, 1.));`,
      );
    };
    return material;
  }
}

/**
 * Flat faces look straight ahead; a bevel looks both ways, and is dark in the joint of two
 * blocks; where nothing is near it is worn light. */
const CORNERS = `
uniform highp sampler3D filled;
uniform vec3 filledFrom, filledSize;
varying float vOpen;
float filledAt(vec3 point) { return texture(filled, (point - filledFrom) / filledSize).r; }
float openAt(mat4 world, vec3 point, vec3 normal) {
  vec3 at = (world * vec4(point, 1.)).xyz;
  vec3 out_ = normalize(mat3(world) * normal);
  vec3 ahead = .5 * sign(out_);
  vec3 counts = step(.2, abs(out_));
  float most = max(max(
    counts.x * filledAt(at + vec3(ahead.x, 0., 0.)),
    counts.y * filledAt(at + vec3(0., ahead.y, 0.))),
    counts.z * filledAt(at + vec3(0., 0., ahead.z)));
  float bevel = step(1.5, counts.x + counts.y + counts.z);
  return 1. + .16 * bevel - most * mix(.68, 1.15, bevel);
}
`;

const GRAIN = `
float outwards = length(vGrain.yz);
diffuseColor *= texture2D(map, vec2(vGrain.x + .3 * vGrain.y, outwards) / ${WOOD_UNITS.toFixed(1)});
`;
