import { describe, expect, it } from "vitest";
import type { LessonJudged, Refusal } from "../wire";
import { toneOf } from "./lessons";

const judged = (facts: Partial<LessonJudged>): LessonJudged => ({
  done: false,
  text: "",
  mistake: null,
  refusal: null,
  moves: [],
  views: [],
  ...facts,
});

describe("what is said to an answer", () => {
  it("is praise where it was asked for", () => {
    expect(toneOf({ asks: "move" }, judged({ done: true, moves: ["a", "b"] }))).toBe("done");
  });

  it("is no blame for another move that the rules allow", () => {
    expect(toneOf({ asks: "move" }, judged({ moves: ["a"] }))).toBe("other");
  });

  it("is blame for what the rules refuse, what is punished, and what is pointed at wrongly", () => {
    const refusal = { rule: "4" } as Refusal;
    expect(toneOf({ asks: "move" }, judged({ refusal }))).toBe("wrong");
    expect(toneOf({ asks: "move" }, judged({ moves: ["a", "b"] }))).toBe("wrong");
    expect(toneOf({ asks: "cell" }, judged({}))).toBe("wrong");
  });
});
