import type { Say } from "../i18n";
import type { Cell, Change, Offer, Scene, Side } from "../wire";
import type { Quality } from "./assets";

/**
 * How surely a pick means its move: a finger has shown no preview before it touched, and by a block
 * that is pointed at the room on it may be meant.
 */
export type Certainty = "sure" | "finger" | "unsure";

/** A move in preview: what it does, and what to be warned of. */
export interface Ghost extends Change {
  warnings?: Offer["warnings"];
}

/** What a page tells the board, and what it hears from it. */
export interface BoardProps {
  view: Scene;
  /** The moves on offer; empty when it is not the looker's turn. */
  offers: readonly Offer[];
  /** The cells picked so far of a move that needs several; kept by the page. */
  picked: readonly Cell[];
  onPick(cells: Cell[]): void;
  onPlay(move: string, how: Certainty): void;
  /** A cell was clicked that leads to no move; the picks so far come first. */
  onRefusedPick(cells: Cell[]): void;
  /** Cells lit up, such as those behind a tally item. */
  highlight?: readonly Cell[];
  /** Cells that forbid a move; they pulse in red. */
  guilty?: readonly Cell[];
  /** A move to preview, such as the one hovered in a list or chooser. */
  ghost?: Ghost | null;
  /** A cell to point at, such as one hovered in a chooser. */
  pointed?: Cell | null;
  /** Cells of which one is meant; each is drawn with its number. */
  meant?: readonly Cell[];
  /** Whether every pick is an answer by itself: what is touched is never asked about. */
  pointing?: boolean;
  /** A finger lies on several cells that lead on. */
  onMeant?(cells: Cell[]): void;
  /** Whether a pick asks what can be done there instead of doing it. */
  asking?: boolean;
  /** What can be done at a cell is asked; by a key it may be asked again at once. */
  onAsk?(cell: Cell, byKey: boolean): void;
  /** The key for asking was pressed where no cell is walked on. */
  onAsking?(): void;
  /** Which cells that lead on cannot be seen from here. */
  onHidden?(cells: readonly Cell[]): void;
  /** Turns the camera to a side when it changes; null leaves it. */
  side?: Side | null;
  /** Who looks: a seat has its own side of the board before it. */
  seat?: number | null;
  /** Whether the board is seen from near: little more is built on it. */
  near?: boolean;
  animate?: boolean;
  patterns?: boolean;
  /** How well to draw; by default as well as the machine can at speed. */
  quality?: Quality;
  theme: "light" | "dark";
  t: Say;
}
