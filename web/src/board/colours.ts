// What the colours named in views look like: a stain for the wood, and a sign for those who
// cannot tell stains apart. Lightness differs wherever colours meet in one game.
import { PAINTS } from "../wire";

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

const SIGN_OF: Readonly<Record<string, Sign>> = {
  blue: "disc",
  red: "triangle",
  green: "square",
  yellow: "cross",
  orange: "diamond",
  white: "ring",
  black: "bar",
  dark: "bars",
  light: "ring",
  neutral: "none",
};

const DARK_INK = "#2a211b";
const LIGHT_INK = "#fff8ea";

/** A colour nobody thought of still gets a look of its own, always the same. */
export function lookOf(colour: string): Look {
  const known = PAINTS[colour];
  if (known) return { stain: known.paint, ink: known.ink, sign: SIGN_OF[colour] ?? "disc" };
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
