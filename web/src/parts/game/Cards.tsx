import { lookOf, SIGN_PATHS } from "../../board/colours";
import { type Say, t } from "../../i18n";
import { SIDES } from "../../scene";
import type { Card, Seat, Side, Square } from "../../wire";
import { capital } from "../../words";
import { Chip } from "../common/Chip";
import { Fold } from "../common/Fold";
import { whilePointed } from "../common/whilePointed";

/** Cards as pictures to build; each tells how much of it is there, and from which side. */

type OnSide = (side: Side | null) => void;

type ShownCardsProps = { seat: Seat; name: string; say: Say; onSide: OnSide };

/** The cards of a seat that lie open. */
export function ShownCards({ seat, name, say, onSide }: ShownCardsProps) {
  const cards = seat.cards.filter((card) => card.shown);
  if (!cards.length) return null;
  const title = (
    <>
      <Chip colour={seat.colour} name={say(seat.colour)} small /> {t("cards.shown")}{" "}
      <span className="muted">{name}</span>
    </>
  );
  return (
    <section className="cards">
      <Fold id="cards" title={title}>
        <CardList cards={cards} say={say} onSide={onSide} />
      </Fold>
    </section>
  );
}

type CardListProps = { cards: Card[]; say: Say; onSide: OnSide };

export function CardList({ cards, say, onSide }: CardListProps) {
  return (
    <ul>
      {cards.map((card) => (
        <CardItem key={card.number} card={card} say={say} onSide={onSide} />
      ))}
    </ul>
  );
}

/** What stands under the cards, explained to who has not fulfilled one yet. */
export const CardLegend = ({ cards }: { cards: readonly Card[] }) =>
  cards.some((card) => nearest(card)) && !cards.some(({ shown }) => shown) ? (
    <p className="small muted">{t("cards.legend")}</p>
  ) : null;

type CardItemProps = { card: Card; say: Say; onSide: OnSide };

function CardItem({ card, say, onSide }: CardItemProps) {
  const done = card.seen.length > 0;
  const near = done ? null : nearest(card);
  const all = card.squares.length;
  return (
    <li className={done ? "card card-done" : "card"}>
      <Picture card={card} say={say} />
      {card.seen.map((side) => (
        <SideButton key={side} side={side} onSide={onSide} told={t("cards.seen", sideFact(side))}>
          ✓ {t(`side.${side}`)}
        </SideButton>
      ))}
      {near && (
        <SideButton
          side={near.side}
          onSide={onSide}
          told={t("cards.match", { some: near.count, all, ...sideFact(near.side) })}
        >
          <Pips some={near.count} all={all} /> {t(`side.${near.side}`)}
        </SideButton>
      )}
    </li>
  );
}

const sideFact = (side: Side) => ({ side: t(`side.${side}`) });

type SideButtonProps = {
  side: Side;
  onSide: OnSide;
  told: string;
  children: React.ReactNode;
};

/** Shows the board from the side that a card is seen from. */
function SideButton({ side, onSide, told, children }: SideButtonProps) {
  return (
    <button
      type="button"
      className="quiet small"
      aria-label={told}
      title={told}
      onClick={() => onSide(side)}
      {...whilePointed(
        () => onSide(side),
        () => onSide(null),
      )}
    >
      {children}
    </button>
  );
}

/** A dot for each square of a card, filled where it is there. */
const Pips = ({ some, all }: { some: number; all: number }) => (
  <span className="pips" aria-hidden="true">
    {Array.from({ length: all }, (_, square) => (
      <i key={square} className={square < some ? "pip pip-full" : "pip"} />
    ))}
  </span>
);

/** The side from which most of a card is there already. */
export function nearest({ matches, lack, squares }: Card): { side: Side; count: number } | null {
  if (lack) return { side: lack.side, count: squares.length - lack.squares.length };
  const counts = SIDES.map((side) => ({ side, count: matches[side] ?? 0 }));
  const most = counts.reduce((best, other) => (other.count > best.count ? other : best));
  return most.count ? most : null;
}

/** A picture without its name, where the name stands beside it. */
export const SmallPicture = ({ card }: { card: Card }) => (
  <svg className="picture picture-small" viewBox={frame(card)} aria-hidden="true">
    <Squares card={card} />
  </svg>
);

/** A card square by square, and what of it is missing. */
export function pictureText(card: Card, say: Say): string {
  const place = ({ column, row, colour }: Square) => `${column + 1}/${row + 1} ${say(colour)}`;
  const squares = t("cards.picture", { squares: card.squares.map(place).join(", ") });
  const lacking = card.lack?.squares.flatMap((index) => card.squares[index] ?? []) ?? [];
  const missing = lacking.length
    ? t("cards.lacking", { squares: lacking.map(place).join(", ") })
    : "";
  return `${capital(say(card.name))}. ${squares} ${missing}`.trim();
}

function Picture({ card, say }: { card: Card; say: Say }) {
  return (
    <svg className="picture" viewBox={frame(card)} role="img" aria-label={pictureText(card, say)}>
      <Squares card={card} />
    </svg>
  );
}

const most = (numbers: number[]) => Math.max(...numbers) + 1;
const widthOf = ({ squares }: Card) => most(squares.map(({ column }) => column));
const heightOf = ({ squares }: Card) => most(squares.map(({ row }) => row));

/** A square around the picture, in which only a long card is drawn smaller. */
function frame(card: Card): string {
  const [width, height] = [widthOf(card), heightOf(card)];
  const side = Math.max(3, width, height);
  return `${(width - side) / 2} ${(height - side) / 2} ${side} ${side}`;
}

/** Columns and rows counted from the lower left, as on the card. */
function Squares({ card }: { card: Card }) {
  const height = heightOf(card);
  return card.squares.map(({ column, row, colour }, index) => {
    const { stain, ink, sign } = lookOf(colour);
    return (
      <g
        key={`${column},${row}`}
        className={card.lack?.squares.includes(index) ? "square-lacking" : undefined}
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
  });
}
