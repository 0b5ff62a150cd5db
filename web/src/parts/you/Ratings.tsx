import { t } from "../../i18n";
import { useBox } from "../../state/house";
import { useRatings } from "../../state/you";
import type { RatingFacts } from "../../wire";
import { ratingText } from "../../words";

/** A card per game: how strong one plays, how sure that is, and how it came about. */

export function Ratings() {
  const ratings = useRatings();
  if (!ratings) return null;
  return (
    <section className="you-part">
      <h2>{t("you.ratings")}</h2>
      <ul className="ratings">
        {ratings.map((rating) => (
          <li key={rating.game} className="rating">
            <RatingCard rating={rating} />
          </li>
        ))}
      </ul>
      <p className="hint">{t(ratings.length ? "you.doubt" : "you.unrated")}</p>
    </section>
  );
}

function RatingCard({ rating }: { rating: RatingFacts }) {
  const box = useBox(rating.game);
  return (
    <>
      <h3>{box?.title ?? rating.game}</h3>
      <p className="rating-value">{ratingText(rating)}</p>
      <Course history={rating.history} />
      <p className="muted small">{t("you.rated", { n: rating.games })}</p>
      {rating.level !== null && (
        <p className="muted small">{t("you.even", { level: rating.level })}</p>
      )}
    </>
  );
}

const [WIDTH, HEIGHT] = [120, 28];

/** The ratings after every game, as a line. */
function Course({ history }: { history: readonly number[] }) {
  if (history.length < 2) return null;
  const low = Math.min(...history);
  const span = Math.max(40, Math.max(...history) - low);
  const points = history.map((rating, index) => {
    const x = (index / (history.length - 1)) * WIDTH;
    return `${x.toFixed(1)},${(HEIGHT - ((rating - low) / span) * HEIGHT).toFixed(1)}`;
  });
  return (
    <svg
      className="rating-course"
      viewBox={`-2 -2 ${WIDTH + 4} ${HEIGHT + 4}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={points.join(" ")} />
    </svg>
  );
}
