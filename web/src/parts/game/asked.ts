import { waysOf } from "../../board/picking";
import { filledBy, topOf } from "../../board/space";
import { type Say, t } from "../../i18n";
import { cellKey, sameCell } from "../../scene";
import type { Cell, Offer, Scene } from "../../wire";
import { capital, stepText } from "../../words";
import { placeText } from "../text/inWords";

/** What there is to say about a place on the board: what stands there, what it counts, what can be done. */

/** So many moves are told one by one. */
const FEW = 3;

/** The moves that begin at a place: on a board at anything in its column, on a wall at the square. */
export function beginningAt(view: Scene, offers: readonly Offer[], cell: Cell): Offer[] {
  const here = sameplace(view, cell);
  const ways = waysOf(offers, view.blocks).filter(({ steps }) => steps[0]?.some(here));
  return [...new Set(ways.map(({ offer }) => offer))];
}

const sameplace = ({ board }: Scene, cell: Cell) =>
  board.upright
    ? (other: Cell) => sameCell(other, cell)
    : (other: Cell) => other[0] === cell[0] && other[1] === cell[1];

/** The cell that a question about a place is about: what was pointed at, or else the room there. */
export function placeAt({ board, blocks }: Scene, cell: Cell): Cell {
  const filled = filledBy(blocks);
  return board.upright || filled.has(cellKey(cell)) ? cell : topOf(filled, cell);
}

/** What stands there and whose it is, why it has to be left alone, and what it counts. */
export function standingAt(view: Scene, cell: Cell, names: readonly string[], say: Say): string[] {
  const here = sameplace(view, cell);
  const worth = view.tally.filter(({ points, cells }) => points && cells.some(here));
  return [
    `${placeText(view, cell, say, names)}.`,
    ...worth.map(({ seat, points, phrase }) =>
      t("ask.worth", { who: names[seat] ?? "", what: say(phrase), n: points }),
    ),
  ];
}

/** Which moves begin there, in words if they are few. */
export function movesAt(view: Scene, moves: readonly Offer[], say: Say): string {
  const words = moves.map((offer) => say(offer.words));
  if (words.length <= FEW) return t("ask.these", { moves: words.map(capital).join("; ") });
  const asked = moves.map(({ kind }) => ({ kind, index: 0 }));
  return t("ask.moves", { what: stepText(view.steps, asked, say), n: words.length });
}
