import { expect, test } from "vitest";
import { squares } from "../common/QrSquares";
import { doorOf } from "./Invite";

const at = (hostname: string) => ({ hostname, origin: `http://${hostname}:8420` });
const lan = "http://192.168.1.7:8420";

test("a friend is given an address that is of use to them", () => {
  for (const own of ["127.0.0.1", "localhost", "[::1]"]) {
    expect(doorOf(at(own), lan)).toEqual({ origin: lan, reachable: true });
    expect(doorOf(at(own), null)).toEqual({ origin: `http://${own}:8420`, reachable: false });
  }
  const house = { origin: "http://games.example:8420", reachable: true };
  expect(doorOf(at("games.example"), lan)).toEqual(house);
  expect(doorOf(at("games.example"), null)).toEqual(house);
});

test("the dark squares of a code are drawn run by run", () => {
  expect(squares(["##.#", "...."])).toBe("M0 0h2v1h-2zM3 0h1v1h-1z");
});
