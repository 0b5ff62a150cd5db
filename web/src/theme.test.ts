import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const css = readFileSync(join(import.meta.dirname, "styles/theme.css"), "utf8");
const pairs = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }],
  ),
);

/** Relative luminance and contrast as WCAG 2 defines them. */
function luminance(colour: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["paper", "surface", "soft"];
const texts = ["ink", "muted", "accent", "bad", "good"];
const cases = (["light", "dark"] as const).flatMap((theme) => [
  ...texts.flatMap((text) => grounds.map((ground) => ({ theme, text, ground, least: 4.5 }))),
  { theme, text: "on-accent", ground: "accent", least: 4.5 },
  { theme, text: "paper", ground: "bad", least: 4.5 },
  // Borders of fields and the focus ring are signs, not texts.
  ...["edge", "focus"].flatMap((text) =>
    grounds.map((ground) => ({ theme, text, ground, least: 3 })),
  ),
]);

describe("contrast", () => {
  test("is measured as it is defined", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
    expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 1);
  });

  test.each(cases)("$theme: $text on $ground", ({ theme, text, ground, least }) => {
    const front = pairs.get(text)?.[theme] ?? "";
    const back = pairs.get(ground)?.[theme] ?? "";
    expect(contrast(front, back)).toBeGreaterThanOrEqual(least);
  });
});
