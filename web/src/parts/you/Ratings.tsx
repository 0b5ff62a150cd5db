import { t } from "../../i18n";
import { useAlone, useBox } from "../../state/house";
import { usePuzzleGames } from "../../state/puzzles";
import { useRatings } from "../../state/you";
import type { PuzzleGame, RatingFacts } from "../../wire";
import { ratingText } from "../../words";

/** A card per game: how strong one plays, how sure that is, and how it came about. */

export function Ratings() {
  const ratings = useRatings();
  const alone = useAlone();
  const unrated = alone ? "you.unratedAlone" : "you.unrated";
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
      <p className="hint">{t(ratings.length ? "you.doubt" : unrated)}</p>
      {!alone && <p className="hint">{t("ranked.fair")}</p>}
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

/** How one solves puzzles: the rating in each game, and the best runs. */
export function PuzzleRatings() {
  const [games] = usePuzzleGames();
  const tried = games?.filter(({ tried, runs }) => tried || runs.some(({ runs }) => runs));
  if (!tried?.length) return null;
  return (
    <section className="you-part">
      <h2>{t("you.puzzles")}</h2>
      <ul className="ratings">
        {tried.map((game) => (
          <li key={game.game} className="rating">
            <PuzzleCard game={game} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PuzzleCard({ game }: { game: PuzzleGame }) {
  const { title, rating, history, tried, solved, count, runs } = game;
  return (
    <>
      <h3>{title}</h3>
      {rating && <p className="rating-value">{ratingText(rating)}</p>}
      <Course history={history} />
      <p className="muted small">{t("puzzle.progress", { n: solved, tried, all: count })}</p>
      {runs.map(
        ({ kind, best }) =>
          best !== null && (
            <p key={kind} className="muted small">
              {t(`puzzle.${kind}`)}, {t("puzzle.best", { n: best })}
            </p>
          ),
      )}
    </>
  );
}

const [WIDTH, HEIGHT] = [120, 28];

/** The ratings after every game, as a line. */
export function Course({ history }: { history: readonly number[] }) {
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
