import { expect, test } from "vitest";
import { Gif } from "./gif";
import { delayOf } from "./pictures";

const pixels = (...colours: number[][]) => new Uint8ClampedArray(colours.flat());
const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];

function made(count: number, changes: boolean): Uint8Array {
  const wide = 200;
  const plain = pixels(...Array.from({ length: wide }, (_, x) => (x % 2 ? RED : BLUE)));
  const other = pixels(...Array.from({ length: wide }, (_, x) => (x % 3 ? RED : BLUE)));
  const gif = new Gif(wide, 1, plain);
  for (let index = 0; index < count; index++) gif.add(changes && index % 2 ? other : plain, 100);
  return gif.finish();
}

test("a moving picture begins and ends as one, and repeats", () => {
  const gif = made(3, true);
  const text = String.fromCharCode(...gif);
  expect(text.startsWith("GIF89a")).toBe(true);
  expect(text).toContain("NETSCAPE2.0");
  expect(gif.at(-1)).toBe(0x3b);
});

test("what stays as it was takes little room", () => {
  expect(made(9, false).length).toBeLessThan(made(9, true).length);
});

test("the end of a game is held, and a long game hurries", () => {
  expect(delayOf(9, 10)).toBeGreaterThan(delayOf(8, 10));
  expect(delayOf(3, 200)).toBeLessThan(delayOf(3, 20));
});
