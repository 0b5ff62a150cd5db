import type { Plugin } from "vite";

/**
 * The shaders of three hold parts for everything that three can draw, each within a condition. The board
 * has no fog, no glass, no mirrors, nothing that bends, and light from the sky and the sun alone: what
 * is within those conditions is never compiled, and does not need to be sent either.
 *
 * Who draws with one of these takes it off the list.
 */
const ABSENT = new Set(
  `USE_FOG FOG_EXP2 USE_LOGARITHMIC_DEPTH_BUFFER NUM_CLIPPING_PLANES USE_ALPHAHASH
  USE_ENVMAP USE_LIGHTMAP USE_BUMPMAP USE_DISPLACEMENTMAP USE_SPECULARMAP USE_GRADIENTMAP USE_MATCAP
  USE_CLEARCOAT_NORMALMAP USE_NORMALMAP_OBJECTSPACE USE_TANGENT
  PHYSICAL IOR USE_SPECULAR USE_SPECULAR_COLORMAP USE_SPECULAR_INTENSITYMAP USE_TRANSMISSION
  USE_DISPERSION USE_IRIDESCENCE USE_CLEARCOAT USE_SHEEN USE_ANISOTROPY USE_RETROREFLECTION
  USE_SKINNING USE_MORPHTARGETS USE_MORPHCOLORS USE_MORPHNORMALS USE_INSTANCING_MORPH
  USE_BATCHING USE_BATCHING_COLOR USE_LIGHT_PROBES NUM_LIGHT_PROBE_GRIDS
  NUM_POINT_LIGHTS NUM_POINT_LIGHT_SHADOWS NUM_SPOT_LIGHTS NUM_SPOT_LIGHT_SHADOWS
  NUM_SPOT_LIGHT_COORDS NUM_SPOT_LIGHT_MAPS NUM_SUN_LIGHTS NUM_SUN_LIGHT_SHADOWS
  NUM_RECT_AREA_LIGHTS`.split(/\s+/),
);

type Truth = boolean | null;

/** Whether a condition holds where a few names are never defined; null where that depends on more. */
export function truth(condition: string, absent: ReadonlySet<string> = ABSENT): Truth {
  const either = condition.includes("||");
  if (either && condition.includes("&&")) return null;
  const parts = condition.split(either ? "||" : "&&").map((part) => atom(part.trim(), absent));
  if (parts.includes(either)) return either;
  return parts.includes(null) ? null : !either;
}

function atom(text: string, absent: ReadonlySet<string>): Truth {
  const [, not, name] = /^(!?)\s*defined\s*\(\s*(\w+)\s*\)$/.exec(text) ?? [];
  if (name) return absent.has(name) ? not === "!" : null;
  const [, count = ""] = /^(\w+)\s*>\s*0$/.exec(text) ?? [];
  return absent.has(count) ? false : null;
}

const HEAD = /^\s*#(ifdef|ifndef|if|elif|else|endif)\b\s*(.*?)\s*$/;
type Branch = { holds: Truth; line: string; body: string[] };

/** A shader without the parts whose conditions never hold. */
export function lean(shader: string, absent: ReadonlySet<string> = ABSENT): string {
  const lines = shader.split("\n");
  const kept = until(lines, [], absent);
  if (lines.length) throw new Error(`the shader closes more than it opens: ${lines[0]}`);
  return kept.join("\n");
}

/** Takes lines up to the end of what is open, and gives those to keep. */
function until(lines: string[], ends: readonly string[], absent: ReadonlySet<string>): string[] {
  const kept: string[] = [];
  while (lines.length) {
    const [, word = ""] = HEAD.exec(lines[0] ?? "") ?? [];
    if (ends.includes(word)) return kept;
    if (word.startsWith("if")) kept.push(...choice(lines, absent));
    else if (word) return kept;
    else kept.push(lines.shift() ?? "");
  }
  return kept;
}

function choice(lines: string[], absent: ReadonlySet<string>): string[] {
  const branches: Branch[] = [];
  for (;;) {
    const line = lines.shift();
    if (line === undefined) throw new Error("a condition in a shader does not end");
    const [, word = "", rest = ""] = HEAD.exec(line) ?? [];
    if (word === "endif") return written(branches, line);
    const told = { ifdef: `defined(${rest})`, ifndef: `!defined(${rest})`, else: "" }[word] ?? rest;
    const holds = word === "else" ? true : truth(told, absent);
    branches.push({ holds, line, body: until(lines, ["elif", "else", "endif"], absent) });
  }
}

function written(branches: readonly Branch[], end: string): string[] {
  const possible = branches.filter(({ holds }) => holds !== false);
  const sure = possible.findIndex(({ holds }) => holds);
  const left = sure < 0 ? possible : possible.slice(0, sure + 1);
  const [first, ...others] = left;
  if (!first) return [];
  if (first.holds) return first.body;
  const told = others.flatMap(({ holds, line, body }) => [holds ? "#else" : line, ...body]);
  return [first.line.replace("#elif", "#if"), ...first.body, ...told, end];
}

const LITERAL = /^(?:var|const) [\w$]+ = ("(?:[^"\\]|\\.)*");$/gm;

/** Every shader in three's file, which is written as one string a line. */
export function leanShaders(): Plugin {
  return {
    name: "lean-shaders",
    apply: "build",
    transform(code, id) {
      if (!id.endsWith("/three/build/three.module.js")) return null;
      let count = 0;
      const shorter = code.replace(LITERAL, (line, literal: string) => {
        if (!literal.includes("#")) return line;
        count += 1;
        return line.replace(literal, () => JSON.stringify(lean(JSON.parse(literal))));
      });
      if (count < 100) throw new Error("three keeps its shaders elsewhere by now");
      return { code: shorter, map: null };
    },
  };
}
