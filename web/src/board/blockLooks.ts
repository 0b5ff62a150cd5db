import { blockKey, cellKey } from "../scene";
import type { Block } from "../wire";
import type { Finish } from "./assets";
import type { BoardSceneProps } from "./BoardScene";
import { GUILT, LAST, LIT, MARK } from "./Marks";
import { lowestLevel } from "./space";

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
    return within(block, lit) ? "lit" : "solid";
  };
  const rim = (block: Block): string | null => {
    if (finish(block) === "faded" || finish(block) === "lifted") return null;
    if (within(block, guilty)) return GUILT[theme];
    if (within(block, chosen)) return MARK[theme];
    if (within(block, lit)) return LIT[theme];
    return last.has(blockKey(block)) ? LAST[theme] : null;
  };
  return { finish, rim };
}
