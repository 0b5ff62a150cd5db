import { describe, expect, it } from "vitest";
import { growthOf, restOf } from "./PlayLine";

describe("the line under the board", () => {
  const box = (scrollHeight: number, scrollTop = 0) =>
    restOf({ scrollHeight, clientHeight: 120, scrollTop });

  it("says nothing of itself where everything fits", () => {
    expect(box(120)).toEqual({ scrolls: false, more: false });
    expect(box(124)).toEqual({ scrolls: false, more: false });
  });

  it("says that there is more below until its end is seen", () => {
    expect(box(180)).toEqual({ scrolls: true, more: true });
    expect(box(180, 30)).toEqual({ scrolls: true, more: true });
    expect(box(180, 60)).toEqual({ scrolls: true, more: false });
  });

  it("grows over the board for what is asked, and only for that", () => {
    expect(growthOf(80, 120, 400)).toEqual({ grow: 0, full: false });
    expect(growthOf(110, 120, 400)).toEqual({ grow: 0, full: true });
    expect(growthOf(170.4, 120, 400)).toEqual({ grow: 51, full: true });
  });

  it("leaves half of the board in sight", () => {
    expect(growthOf(900, 120, 400)).toEqual({ grow: 200, full: true });
  });
});
