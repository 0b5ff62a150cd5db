// What the colours named in views look like: a stain for the wood, and a sign for those who
// cannot tell stains apart. Lightness differs wherever colours meet in one game.

export const SIGNS = [
  "disc",
  "triangle",
  "square",
  "cross",
  "diamond",
  "ring",
  "bar",
  "bars",
  "chevron",
] as const;
export type Sign = (typeof SIGNS)[number] | "none";

export interface Look {
  stain: string;
  /** Ink for the sign, legible on the stain. */
  ink: string;
  sign: Sign;
}

const DARK_INK = "#2a211b";
const LIGHT_INK = "#fff8ea";

const LOOKS: Record<string, Look> = {
  blue: { stain: "#3a6db8", ink: LIGHT_INK, sign: "disc" },
  red: { stain: "#d2493a", ink: LIGHT_INK, sign: "triangle" },
  green: { stain: "#7fb25c", ink: DARK_INK, sign: "square" },
  yellow: { stain: "#f7d04e", ink: DARK_INK, sign: "cross" },
  orange: { stain: "#f3a345", ink: DARK_INK, sign: "diamond" },
  white: { stain: "#f8eedb", ink: DARK_INK, sign: "ring" },
  black: { stain: "#61564e", ink: LIGHT_INK, sign: "bar" },
  dark: { stain: "#7d5436", ink: LIGHT_INK, sign: "bars" },
  light: { stain: "#f2d8aa", ink: DARK_INK, sign: "ring" },
  neutral: { stain: "#9aa6aa", ink: DARK_INK, sign: "none" },
};

/** A colour nobody thought of still gets a look of its own, always the same. */
export function lookOf(colour: string): Look {
  const known = LOOKS[colour];
  if (known) return known;
  let hash = 7;
  for (const letter of colour) hash = (hash * 31 + letter.charCodeAt(0)) % 3600;
  const light = 35 + (hash % 40);
  return {
    stain: `hsl(${hash / 10}, 45%, ${light}%)`,
    ink: light > 50 ? DARK_INK : LIGHT_INK,
    sign: SIGNS[hash % SIGNS.length] ?? "disc",
  };
}

/** The sign as an SVG path in a square from -1 to 1; also understood by Path2D. */
export const SIGN_PATHS: Record<Sign, string> = {
  none: "",
  disc: "M-.7 0a.7 .7 0 1 0 1.4 0a.7 .7 0 1 0 -1.4 0Z",
  triangle: "M0 -.8L.8 .6H-.8Z",
  square: "M-.62 -.62H.62V.62H-.62Z",
  cross: "M-.24 -.8H.24V-.24H.8V.24H.24V.8H-.24V.24H-.8V-.24H-.24Z",
  diamond: "M0 -.9L.7 0L0 .9L-.7 0Z",
  ring: "M-.75 0a.75 .75 0 1 0 1.5 0a.75 .75 0 1 0 -1.5 0ZM-.42 0a.42 .42 0 1 1 .84 0a.42 .42 0 1 1 -.84 0Z",
  bar: "M-.8 -.25H.8V.25H-.8Z",
  bars: "M-.75 -.6H.75V-.2H-.75ZM-.75 .2H.75V.6H-.75Z",
  chevron: "M-.8 .2L0 -.6L.8 .2V.7L0 -.1L-.8 .7Z",
};

const isCell = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === "number");

/** Areas the view marks by colour, such as goals: any map of colours to lists of cells. */
export function areasOf(view: Record<string, unknown>): Record<string, number[][]>[] {
  return Object.values(view).filter((value): value is Record<string, number[][]> => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const lists = Object.values(value);
    return (
      lists.length > 0 &&
      lists.every((list) => Array.isArray(list) && list.length > 0 && list.every(isCell))
    );
  });
}
