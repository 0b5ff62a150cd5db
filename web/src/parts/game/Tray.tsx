import { lookOf, SIGN_PATHS } from "../../board/colours";
import { type Say, t } from "../../i18n";
import type { Piece, Scene, Side } from "../../wire";
import { capital, colourName, headed } from "../../words";
import { CardList } from "./Cards";

/** What is in the hand: the piece that has to be placed, as large as it is important, and the cards. */

type TrayProps = {
  view: Scene;
  names: string[];
  say: Say;
  onSide: (side: Side | null) => void;
};

/** Whether anybody ever has something in the hand here. */
const usesHands = ({ seats }: Scene) =>
  seats.some(({ cards, hidden, hand }) => cards.length > 0 || hidden > 0 || hand);

export function Tray({ view, names, say, onSide }: TrayProps) {
  if (!usesHands(view)) return null;
  const hands = view.seats.map((seat) => seat.cards.filter((card) => !card.shown));
  const backs = hands.some((cards) => cards.length) ? 0 : view.seats[view.to_move ?? 0]?.hidden;
  const piece = view.seats.find(({ hand }) => hand)?.hand ?? null;
  return (
    <section className="tray" aria-label={t("tray.title")}>
      <HeldPiece piece={piece} say={say} />
      {hands.map(
        (cards, seat) =>
          cards.length > 0 && (
            <div key={seat} className="cards">
              <h2 className="part unseen">
                {t("cards.hand")} {names[seat]}
              </h2>
              <CardList cards={cards} say={say} onSide={onSide} />
            </div>
          ),
      )}
      {backs ? <Backs count={backs} /> : null}
    </section>
  );
}

/** Cards that the viewer may not see, face down. */
const Backs = ({ count }: { count: number }) => (
  <div className="cards">
    <p className="unseen">{t("cards.hidden", { n: count })}</p>
    <ul aria-hidden="true">
      {Array.from({ length: count }, (_, card) => (
        <li key={card} className="card card-back" />
      ))}
    </ul>
  </div>
);

/** A place for the piece is always there, so that nothing moves when one is taken. */
function HeldPiece({ piece, say }: { piece: Piece | null; say: Say }) {
  if (!piece) return <span className="held held-none" aria-hidden="true" />;
  const { stain, ink, sign } = lookOf(piece.colour);
  return (
    <p className="held" data-colour={piece.colour}>
      <svg viewBox="0 0 24 25" aria-hidden="true">
        <path className="held-top" d="M12 1l10.500 5.500L12 12 1.500 6.500z" fill={stain} />
        <path className="held-left" d="M1.500 6.500L12 12v12L1.500 18z" fill={stain} />
        <path className="held-right" d="M22.500 6.500L12 12v12l10.500-6z" fill={stain} />
        <path
          d={SIGN_PATHS[sign]}
          fill={ink}
          fillRule="evenodd"
          transform="matrix(2.5 1.3 0 2.8 6.75 15.2)"
        />
      </svg>
      <span className="small">
        <span className="unseen">{headed(capital(say(piece.name)))} </span>
        {colourName(say, piece.colour)}
      </span>
    </p>
  );
}
