// How large the wood around the cells is, in cells.
import { RIM } from "./boardTexture";

export const SLAB = 0.4;
export const EDGE = 0.05;
/** The bars of a frame stand so far over the ground. */
export const FRAME_HIGH = 0.24;
/** How far behind the blocks of a wall its board stands, how thick it is, how deep its foot. */
export const BACK = 0.52;
export const PANEL = 0.16;
export const FOOT = 2.6;
/** The foot is as high as the rim, so that both end on the table. */
export const FOOT_HIGH = RIM;
