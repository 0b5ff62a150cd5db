// Every text the board says, as English source texts; the page translates them.
import type { Say } from "../i18n";
import { cellName } from "../scene";
import type { Cell, Scene, Side } from "../wire";

export const HOME_TEXT = "Home view";
export const HOME_SHORT = "home";
export const TURN_TEXT = "Turn the board";
export const TURN_SHORT = "turn";
export const HIDDEN_TEXT = "Turn the board: {n} possible cells are hidden from here";

export const SIDE_TEXTS: Record<Side, string> = {
  front: "View from the front",
  right: "View from the right",
  back: "View from the back",
  left: "View from the left",
  top: "View from above",
};

export const LEVELS_TEXT = "Levels shown";
export const LEVELS_SHORT = "levels";
export const ALL_SHORT = "all";
export const ALL_LEVELS_TEXT = "All levels";
export const BOARD_TEXT = "Board";
export const VIEWS_TEXT = "Views of the board";
export const KEYS_TEXT = "Arrow keys choose a cell, Enter picks it, Escape steps back.";
export const HELP_TEXT =
  "Arrow keys go from one possible cell to the next, Enter picks it, Escape steps back. Page Up and Page Down show more or fewer levels. T turns the board. I tells what can be done at a cell.";
export const FLAT_TEXT =
  "This browser shows no 3D pictures, so the board is drawn flat, level by level.";
export const LEVEL_TEXT = "level {number}";
export const BLOCKS_TEXT = "Blocks on the board";
export const COLOUR_TEXT = "{colour}: {places}.";
export const EMPTY_TEXT = "The board is empty.";

/** Together with the names of sides and of the game's colours, all there is to translate. */
export const BOARD_TEXTS: readonly string[] = [
  HOME_TEXT,
  HOME_SHORT,
  TURN_TEXT,
  TURN_SHORT,
  HIDDEN_TEXT,
  ...Object.values(SIDE_TEXTS),
  ...Object.keys(SIDE_TEXTS),
  LEVELS_TEXT,
  LEVELS_SHORT,
  ALL_LEVELS_TEXT,
  ALL_SHORT,
  BOARD_TEXT,
  VIEWS_TEXT,
  KEYS_TEXT,
  HELP_TEXT,
  FLAT_TEXT,
  LEVEL_TEXT,
  BLOCKS_TEXT,
  COLOUR_TEXT,
  EMPTY_TEXT,
];

/** The blocks in words, a sentence for each colour, for those who do not see them. */
export function blocksInWords({ board, blocks }: Scene, t: Say): string[] {
  const level = (z: number) => (z ? ` ${t(LEVEL_TEXT, { number: z + 1 })}` : "");
  const plain = board.upright || board.levels;
  const cell = (at: Cell) => cellName(board, at) + (plain ? "" : level(at[2]));
  const colours = new Map<string, string[]>();
  for (const { colour, cells } of blocks)
    colours.set(colour, [...(colours.get(colour) ?? []), cells.map(cell).join("–")]);
  return [...colours].map(([colour, places]) =>
    t(COLOUR_TEXT, { colour: t(colour), places: places.join(", ") }),
  );
}
