import { expect, test } from "vitest";
import { pastText, turnAt } from "./words";

/** Four decisions, of which the second and third are one turn. */
const TURNS = [0, 1, 1, 2];

test("people count turns, however many decisions each of them has", () => {
  expect([0, 1, 2, 3, 4].map((at) => turnAt(TURNS, at))).toEqual([0, 1, 2, 2, 3]);
});

test("a position of the past is named by its turn", () => {
  expect([0, 1, 2, 3].map((at) => pastText(TURNS, at))).toEqual([
    "You are looking at the beginning of the game.",
    "You are looking at the game after turn 1.",
    "You are looking at the game during turn 2.",
    "You are looking at the game after turn 2.",
  ]);
});
