import type { House } from "./house";
import { network } from "./network";
import { ServedHouse } from "./served";
import { thinking } from "./thinking";

/** The side of a served house: the network, and a worker that is loaded when it is first wanted. */
export const house: House = new ServedHouse(
  network,
  async (files, tell) => (await import("./thinker")).startThinker(files, tell),
  (arrived) => thinking.set(arrived),
);
