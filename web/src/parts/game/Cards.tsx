import { lookOf, SIGN_PATHS } from "../../board/colours";
import { type Say, t } from "../../i18n";
import { type SeatView, SIDES, type Side } from "../../scene";
import { named } from "../../words";
import { Chip } from "../common/Chip";

/** Cards that show a picture to build: any list of things with `squares` that a seat may see. */

type Square = [column: number, row: number, colour: string];
type Card = { card?: number; squares: Square[]; views?: string[] };

const isCard = (thing: unknown): thing is Card =>
  typeof thing === "object" && thing !== null && Array.isArray((thing as Card).squares);

/** The lists of cards among a seat's things, by the name they have there. */
export function cardLists(seat: SeatView): [string, Card[]][] {
  const lists: [string, Card[]][] = [];
  for (const [key, value] of Object.entries(seat)) {
    if (isCard(value)) lists.push([key, [value]]);
    else if (Array.isArray(value) && value.length && value.every(isCard)) lists.push([key, value]);
  }
  return lists;
}

type CardsProps = { seat: SeatView; name: string; say: Say; onSide: (side: Side | null) => void };

export function Cards({ seat, name, say, onSide }: CardsProps) {
  return cardLists(seat).map(([key, cards]) => (
    <section key={key} className="cards">
      <h2 className="part">
        <Chip colour={seat.colour} name={say(seat.colour)} small />
        {named(say, key)} <span className="muted">{name}</span>
      </h2>
      <ul>
        {cards.map((card, index) => (
          <li key={card.card ?? index} className={card.views?.length ? "card card-done" : "card"}>
            <Picture squares={card.squares} say={say} />
            {card.views?.filter(isSide).map((side) => (
              <button
                type="button"
                key={side}
                className="quiet small"
                onClick={() => onSide(side)}
                onMouseEnter={() => onSide(side)}
                onMouseLeave={() => onSide(null)}
              >
                {t("cards.seen", { side: t(`side.${side}`) })}
              </button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  ));
}

const isSide = (name: string): name is Side => (SIDES as readonly string[]).includes(name);

/** Columns and rows counted from the lower left, as on the card. */
function Picture({ squares, say }: { squares: Square[]; say: Say }) {
  const width = Math.max(...squares.map(([x]) => x)) + 1;
  const height = Math.max(...squares.map(([, y]) => y)) + 1;
  const told = squares.map(([x, y, colour]) => `${x + 1}/${y + 1} ${say(colour)}`).join(", ");
  return (
    <svg
      className="picture"
      viewBox={`${(width - 4) / 2} ${(height - 4) / 2} 4 4`}
      role="img"
      aria-label={t("cards.picture", { squares: told })}
    >
      {squares.map(([x, y, colour]) => {
        const { stain, ink, sign } = lookOf(colour);
        const place = `translate(${x + 0.5} ${height - y - 0.5})`;
        return (
          <g key={`${x},${y}`} transform={place}>
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
