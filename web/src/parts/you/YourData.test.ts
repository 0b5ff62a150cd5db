import { expect, it } from "vitest";
import { broughtText } from "./YourData";

it("tells what came along, what could not, and that everything was here already", () => {
  expect(broughtText(2, 0)).toBe("2 games have come along.");
  expect(broughtText(0, 1)).toBe("0 games have come along. 1 game could not come along.");
  expect(broughtText(0, 0)).toBe("Everything in this file was here already.");
});
