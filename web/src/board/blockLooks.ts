import { blockKey, cellKey } from "../scene";
import type { Block, Board, Cell } from "../wire";
import type { Finish } from "./assets";
import type { BoardSceneProps } from "./BoardScene";
import { lookOf } from "./colours";
import { standsOut } from "./contrast";
import { GUILT, LAST, LIT, MARK } from "./Marks";
import { lowestLevel } from "./space";

/** For blocks whose stain is like that of the mark. */
const OTHER_GUILT = ["#6a1fc4", "#ffe14d"];
const OTHER_MARK = ["#ffffff", "#1b1410"];

/** Whether a block is lit as a whole. On a wall single squares count, so a part of it is not enough. */
export function isLit({ upright }: Board, block: Block, lit: ReadonlySet<string>): boolean {
  const isIn = (cell: Cell) => lit.has(cellKey(cell));
  return upright ? block.cells.every(isIn) : block.cells.some(isIn);
}

/** How each block is finished, and the colour of its rim. */
export function blockLooks({ view, theme, shown, picked, ghost, ...rest }: BoardSceneProps) {
  const taken = new Set(ghost?.take.map(blockKey));
  const last = new Set(view.change.add.map(blockKey));
  const lit = new Set(rest.highlight.map(cellKey));
  const guilty = new Set(rest.guilty.map(cellKey));
  const chosen = new Set(picked.map(cellKey));
  const within = (block: Block, cells: ReadonlySet<string>) =>
    block.cells.some((cell) => cells.has(cellKey(cell)));
  const finish = (block: Block): Finish => {
    if (lowestLevel(block) >= shown) return "lifted";
    if (taken.has(blockKey(block))) return "faded";
    return isLit(view.board, block, lit) ? "lit" : "solid";
  };
  const rim = (block: Block): string | null => {
    if (finish(block) === "faded" || finish(block) === "lifted") return null;
    const { stain } = lookOf(block.colour);
    if (within(block, guilty)) return standsOut([GUILT[theme], ...OTHER_GUILT], stain);
    if (within(block, chosen)) return standsOut([MARK[theme], ...OTHER_MARK], stain);
    if (isLit(view.board, block, lit)) return LIT[theme];
    return last.has(blockKey(block)) ? LAST[theme] : null;
  };
  return { finish, rim };
}
