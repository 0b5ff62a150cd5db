import { Color } from "three";
import { describe, expect, it } from "vitest";
import { PAINTS } from "../wire";
import { standsOut } from "./contrast";

describe("a mark on a stain", () => {
  const marks = ["#d1242f", "#6a1fc4", "#ffe14d"];

  it("keeps its colour where that is seen", () => {
    expect(standsOut(marks, "#3a6db8")).toBe("#d1242f");
  });

  it("never has the colour of the block", () => {
    for (const { paint } of Object.values(PAINTS)) {
      const [mark, stain] = [standsOut(marks, paint), paint].map((colour) => new Color(colour));
      const apart = Math.hypot(
        (mark?.r ?? 0) - (stain?.r ?? 0),
        (mark?.g ?? 0) - (stain?.g ?? 0),
        (mark?.b ?? 0) - (stain?.b ?? 0),
      );
      expect(apart).toBeGreaterThan(0.25);
    }
  });
});
