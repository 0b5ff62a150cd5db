import { afterEach, expect, it, vi } from "vitest";
import type { LessonGame } from "../wire";
import { lastKnown, remember } from "./lessonsKnown";

const games: LessonGame[] = [
  { game: "a", title: "A", steps: 9, done: 2, finished: false, played: true },
];

afterEach(() => void vi.unstubAllGlobals());

function keepIn(kept: Map<string, string>): void {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
}

it("a page without a server remembers how far its visitor was", () => {
  keepIn(new Map());
  expect(lastKnown(true)).toBeNull();
  remember(games, true);
  expect(lastKnown(true)).toEqual(games);
});

it("a served house knows it itself", () => {
  const kept = new Map<string, string>();
  keepIn(kept);
  remember(games, false);
  expect(kept.size).toBe(0);
  expect(lastKnown(false)).toBeNull();
});
