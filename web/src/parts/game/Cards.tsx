import { lookOf, SIGN_PATHS } from "../../board/colours";
import { type Key, type Say, t } from "../../i18n";
import { SIDES } from "../../scene";
import type { Card, Seat, Side, Square } from "../../wire";
import { capital } from "../../words";
import { Chip } from "../common/Chip";
import { whilePointed } from "../common/whilePointed";

/** The cards of a seat as pictures to build: those in the hand, those that lie open, and how many
 * others there are. */

type CardsProps = { seat: Seat; name: string; say: Say; onSide: (side: Side | null) => void };

export function Cards({ seat, name, say, onSide }: CardsProps) {
  const lists: [Key, Card[]][] = [
    ["cards.hand", seat.cards.filter((card) => !card.shown)],
    ["cards.shown", seat.cards.filter((card) => card.shown)],
  ];
  return (
    <>
      {lists.map(
        ([title, cards]) =>
          cards.length > 0 && (
            <section key={title} className="cards">
              <h2 className="part">
                <Chip colour={seat.colour} name={say(seat.colour)} small />
                {t(title)} <span className="muted">{name}</span>
              </h2>
              <ul>
                {cards.map((card) => (
                  <CardItem key={card.number} card={card} say={say} onSide={onSide} />
                ))}
              </ul>
            </section>
          ),
      )}
    </>
  );
}

type CardItemProps = { card: Card; say: Say; onSide: CardsProps["onSide"] };

function CardItem({ card, say, onSide }: CardItemProps) {
  const near = card.seen.length ? null : nearest(card);
  return (
    <li className={card.seen.length ? "card card-done" : "card"}>
      <Picture card={card} say={say} />
      <span className="small">{capital(say(card.name))}</span>
      {card.seen.map((side) => (
        <button
          type="button"
          key={side}
          className="quiet small"
          onClick={() => onSide(side)}
          {...whilePointed(
            () => onSide(side),
            () => onSide(null),
          )}
        >
          {t("cards.seen", { side: t(`side.${side}`) })}
        </button>
      ))}
      {near && (
        <span className="small muted">
          {t("cards.match", {
            some: near.count,
            all: card.squares.length,
            side: t(`side.${near.side}`),
          })}
        </span>
      )}
    </li>
  );
}

/** The side from which most of a card is there already. */
export function nearest({ matches }: Card): { side: Side; count: number } | null {
  const counts = SIDES.map((side) => ({ side, count: matches[side] ?? 0 }));
  const most = counts.reduce((best, other) => (other.count > best.count ? other : best));
  return most.count ? most : null;
}

/** Columns and rows counted from the lower left, as on the card. */
function Picture({ card: { squares }, say }: { card: Card; say: Say }) {
  const width = Math.max(...squares.map(({ column }) => column)) + 1;
  const height = Math.max(...squares.map(({ row }) => row)) + 1;
  const place = ({ column, row, colour }: Square) => `${column + 1}/${row + 1} ${say(colour)}`;
  return (
    <svg
      className="picture"
      viewBox={`${(width - 4) / 2} ${(height - 4) / 2} 4 4`}
      role="img"
      aria-label={t("cards.picture", { squares: squares.map(place).join(", ") })}
    >
      {squares.map(({ column, row, colour }) => {
        const { stain, ink, sign } = lookOf(colour);
        return (
          <g
            key={`${column},${row}`}
            transform={`translate(${column + 0.5} ${height - row - 0.5})`}
          >
            <rect
              className="chip-wood"
              x="-0.46"
              y="-0.46"
              width="0.92"
              height="0.92"
              rx="0.14"
              fill={stain}
            />
            <path d={SIGN_PATHS[sign]} fill={ink} fillRule="evenodd" transform="scale(0.25)" />
          </g>
        );
      })}
    </svg>
  );
}
