import { type Say, t } from "../../i18n";
import type { Board, Card, Cell, Result, Scene, Side, Tally as TallyData } from "../../wire";
import { capital, placeText } from "../../words";
import { Chip } from "../common/Chip";
import { Fold } from "../common/Fold";
import { whilePointed } from "../common/whilePointed";
import { SmallPicture } from "./Cards";

/** The standing, item by item; pointing at one lights its blocks and turns the board to its side. */

export type Highlight = { cells: readonly Cell[]; side: Side | null };
export const noHighlight: Highlight = { cells: [], side: null };

/** What decided a finished game, as far as it lies in blocks: lit until something else is. */
export function decisive(result: Result | null, view: Scene | null): readonly Cell[] {
  if (result?.how !== "rules" || !view) return [];
  const items = view.tally.filter((item) => result.winners.includes(item.seat) && !item.view);
  return items.flatMap((item) => item.cells);
}

type TallyProps = {
  view: Scene;
  names: string[];
  say: Say;
  onHighlight: (light: Highlight) => void;
};

export function Tally({ view, names, say, onHighlight }: TallyProps) {
  if (!view.tally.length) return null;
  return (
    <section className="tally" aria-label={t("table.tally")}>
      <Fold id="tally" title={t("table.tally")}>
        {view.seats.map((seat, index) => {
          const items = view.tally.filter((item) => item.seat === index);
          if (!items.length) return null;
          const sum = items.reduce((total, item) => total + item.points, 0);
          const cardOf = ({ phrase }: TallyData) =>
            seat.cards.find((card) => card.shown && say(card.name) === say(phrase));
          return (
            <ul key={seat.colour}>
              <li className="tally-head">
                <Chip colour={seat.colour} name={say(seat.colour)} small />
                <span>{names[index]}</span>
                <b>{sum}</b>
              </li>
              {items.map((item, row) => (
                <li key={row}>
                  <Item
                    item={item}
                    card={cardOf(item)}
                    board={view.board}
                    say={say}
                    onHighlight={onHighlight}
                  />
                </li>
              ))}
            </ul>
          );
        })}
      </Fold>
    </section>
  );
}

type ItemProps = {
  item: TallyData;
  card: Card | undefined;
  board: Board;
  say: Say;
  onHighlight: (light: Highlight) => void;
};

/** What the points are for and where that is, which lights up; a card shows its picture. */
function Item({ item, card, board, say, onHighlight }: ItemProps) {
  const { cells, view, phrase, points } = item;
  const where = view ? t(`side.${view}`) : placeText(board, cells);
  const row = (
    <>
      {card && <SmallPicture card={card} />}
      <span className={card ? "unseen" : ""}>{capital(say(phrase))}</span>
      <span className="muted tally-place">{where}</span>
      <span className="tally-points">{points}</span>
    </>
  );
  if (!cells.length) return <p className="tally-item">{row}</p>;
  const light = () => onHighlight({ cells, side: view });
  return (
    <button
      type="button"
      className="quiet tally-item"
      {...whilePointed(light, () => onHighlight(noHighlight))}
      onClick={light}
    >
      {row}
    </button>
  );
}
