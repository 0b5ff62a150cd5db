import { describe, expect, it } from "vitest";
import type { LevelFacts, RatingFacts, Statistics } from "../../wire";
import { suggestion } from "./suggestion";

const level = (level: number) => ({ level, name: `L${level}`, rating: null }) as LevelFacts;
const box = { id: "kwinty", levels: [1, 2, 3].map(level) };
const ended = (level: number | null, won: number, game = "kwinty"): Statistics => ({
  game,
  level,
  won,
  drawn: 0,
  lost: 1,
});

describe("the level that is suggested before a game", () => {
  it("is the gentlest for who is new, or has not won yet", () => {
    expect(suggestion(box, null, null).level).toBe(1);
    expect(suggestion(box, null, []).why).toContain("Level 1 is gentle");
    expect(suggestion(box, null, [ended(3, 0), ended(2, 4, "turris"), ended(null, 9)]).level).toBe(
      1,
    );
  });

  it("is the next one above the strongest that was beaten", () => {
    const { level, why } = suggestion(box, null, [ended(1, 2), ended(2, 0)]);
    expect([level, why]).toEqual([2, "You have beaten level 1: level 2 comes next."]);
    expect(suggestion(box, null, [ended(3, 1)]).level).toBe(3);
  });

  it("is an even game for who has a rating", () => {
    const rating = { game: "kwinty", rating: 1284, doubt: 80, level: 3 } as RatingFacts;
    const { level, why } = suggestion(box, rating, [ended(1, 2)]);
    expect(level).toBe(3);
    expect(why).toContain("1284 ± 80");
  });
});
