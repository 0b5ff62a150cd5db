import { describe, expect, it } from "vitest";
import { broughtLines } from "./BringAlong";

describe("what is told after something was brought along", () => {
  const stayed = "Ratings and games with other people have stayed where they were.";

  it("names everything that came, and what stays", () => {
    const brought = { games: 2, puzzles: 1, steps: 3, buildings: 1 };
    const came = "Came along: 2 games, 1 puzzle, 3 first steps, and 1 building.";
    expect(broughtLines(brought, false)).toEqual([came, stayed]);
    expect(broughtLines(brought, true)).toEqual([came]);
  });

  it("says that clocks run on, that games count, and what could not come", () => {
    const brought = { games: 1, clocks: 1, rated: 1, left: 2 };
    expect(broughtLines(brought, true)).toEqual([
      "Came along: 1 game.",
      "1 game counts for your rating.",
      "In 1 game the clock runs on from now.",
      "2 games could not come along. If there are very many, bring the file once more.",
    ]);
  });

  it("says that everything was here already, or that nothing could come", () => {
    expect(broughtLines({ games: 0 }, false)).toEqual([
      "Everything in this file was here already.",
    ]);
    expect(broughtLines({ games: 0, left: 1 }, false)).toEqual([
      "1 game could not come along. If there are very many, bring the file once more.",
    ]);
  });
});
