import { later } from "../common/later";

/** The sheet before a game, fetched when somebody comes near a game. */
export const SetUp = later(async () => (await import("./SetUp")).SetUp);

/** For what leads to the sheet: a pointer over it, a finger or the focus on it fetches the sheet. */
export const nearSetUp = { onPointerEnter: SetUp.ahead, onFocus: SetUp.ahead };
