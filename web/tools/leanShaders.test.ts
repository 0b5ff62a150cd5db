import { expect, test } from "vitest";
import { lean, truth } from "./leanShaders";

const absent = new Set(["FOG", "MIRROR", "NUM_LAMPS"]);
const short = (...lines: string[]) => lean(lines.join("\n"), absent).split("\n");

test("a condition is known where the names in it decide it", () => {
  expect(truth("defined( FOG )", absent)).toBe(false);
  expect(truth("! defined( FOG )", absent)).toBe(true);
  expect(truth("NUM_LAMPS > 0", absent)).toBe(false);
  expect(truth("defined( OTHER ) && NUM_LAMPS > 0", absent)).toBe(false);
  expect(truth("defined( OTHER ) || defined( FOG )", absent)).toBe(null);
  expect(truth("defined( FOG ) || defined( MIRROR )", absent)).toBe(false);
  expect(truth("defined( OTHER ) || ! defined( FOG )", absent)).toBe(true);
  expect(truth("NUM_LAMPS > 1", absent)).toBe(null);
  expect(truth("defined( FOG ) && ( defined( A ) || defined( B ) )", absent)).toBe(null);
});

test("what is never compiled is left out, with what lies within", () => {
  expect(short("a", "#ifdef FOG", "b", "#ifdef OTHER", "c", "#endif", "#endif", "d")).toEqual([
    "a",
    "d",
  ]);
  expect(short("#ifndef FOG", "a", "#else", "b", "#endif")).toEqual(["a"]);
  expect(short("#ifdef FOG", "a", "#else", "b", "#endif")).toEqual(["b"]);
});

test("what may be compiled stays as it is", () => {
  const lines = ["#ifdef OTHER", "a", "#elif defined( SECOND )", "b", "#else", "c", "#endif", "d"];
  expect(short(...lines)).toEqual(lines);
});

test("of several branches the possible ones are left", () => {
  const rest = ["#elif defined( OTHER )", "b", "#else", "c", "#endif"];
  expect(short("#ifdef FOG", "a", ...rest)).toEqual([
    "#if defined( OTHER )",
    "b",
    "#else",
    "c",
    "#endif",
  ]);
  expect(short("#ifdef OTHER", "a", "#elif ! defined( FOG )", "b", "#else", "c", "#endif")).toEqual(
    ["#ifdef OTHER", "a", "#else", "b", "#endif"],
  );
});

test("a shader that is not closed is refused", () => {
  expect(() => short("#ifdef FOG", "a")).toThrow();
  expect(() => short("a", "#endif", "b")).toThrow();
});
