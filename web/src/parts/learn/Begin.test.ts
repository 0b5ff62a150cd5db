import { describe, expect, it } from "vitest";
import type { LessonGame } from "../../wire";
import { firstGame } from "./Begin";

const lesson = (game: string, more: Partial<LessonGame> = {}): LessonGame => ({
  game,
  title: game.toUpperCase(),
  steps: 9,
  done: 0,
  finished: false,
  played: false,
  ...more,
});

describe("a stranger", () => {
  it("is led to the game with the fewest steps", () => {
    expect(firstGame([lesson("long"), lesson("short", { steps: 7 })])?.game).toBe("short");
  });

  it("is nobody who has begun, finished or played something", () => {
    for (const known of [{ done: 1 }, { finished: true }, { played: true }])
      expect(firstGame([lesson("new"), lesson("known", known)])).toBeUndefined();
    expect(firstGame([])).toBeUndefined();
  });
});
