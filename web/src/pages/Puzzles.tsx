import { useEffect } from "react";
import * as api from "../api";
import { t } from "../i18n";
import { HouseFile } from "../parts/common/HouseFile";
import { Loading } from "../parts/common/Loading";
import { dayName } from "../parts/solo/Days";
import { Course } from "../parts/you/Ratings";
import { Link, navigate } from "../router";
import { complain, toast } from "../state/notices";
import { puzzlePath, usePuzzleGames } from "../state/puzzles";
import type { PuzzleDay, PuzzleGame } from "../wire";
import { ago, headed, ratingText } from "../words";
import "../styles/pages";

/** All there is to solve: the puzzles of the day, every game with its rating, and one's mistakes. */

export function PuzzlesPage() {
  const [games, ask] = usePuzzleGames();
  useEffect(() => {
    document.title = t("title.page", { page: t("puzzle.title") });
  });
  return (
    <div className="lobby puzzles">
      <h1>{t("puzzle.title")}</h1>
      <p className="lead">{t("puzzle.text")}</p>
      {games ? <All games={games} onChange={ask} /> : <Loading within />}
    </div>
  );
}

type AllProps = { games: readonly PuzzleGame[]; onChange: () => void };

function All({ games, onChange }: AllProps) {
  return (
    <>
      <Today games={games} />
      <ul className="puzzle-games">
        {games.map((game) => (
          <li key={game.game}>
            <Game facts={game} />
          </li>
        ))}
      </ul>
      <Mistakes games={games} onChange={onChange} />
      <section>
        <h2>{t("puzzle.own")}</h2>
        <p className="muted">{t("puzzle.ownText")}</p>
        <p className="row wrap">
          <Link to="/analysis" className="button">
            {t("analysis.title")}
          </Link>
          <Link to="/theorems" className="button">
            {t("theorem.title")}
          </Link>
        </p>
      </section>
    </>
  );
}

function Today({ games }: { games: readonly PuzzleGame[] }) {
  const before = games[0]?.days.slice(1) ?? [];
  return (
    <section>
      <h2>{t("puzzle.today")}</h2>
      <Day games={games} at={0} />
      <details className="days-before">
        <summary>{t("puzzle.before")}</summary>
        {before.map(({ day }, index) => (
          <div key={day}>
            <h3>{dayName(day, "full")}</h3>
            <Day games={games} at={index + 1} />
          </div>
        ))}
      </details>
    </section>
  );
}

function Day({ games, at }: { games: readonly PuzzleGame[]; at: number }) {
  return (
    <ul className="row wrap day-puzzles">
      {games.map(({ game, title, days }) => {
        const day = days[at];
        return (
          day && (
            <li key={game}>
              <DayLink title={title} day={day} />
            </li>
          )
        );
      })}
    </ul>
  );
}

function DayLink({ title, day }: { title: string; day: PuzzleDay }) {
  const told = t(day.solved ? "puzzle.done" : "puzzle.open");
  return (
    <Link
      to={puzzlePath(day.puzzle, day.day)}
      className={day.solved ? "button day day-done" : "button day"}
    >
      <span aria-hidden="true">{title}</span>
      <span className="unseen">
        {headed(t("puzzle.dayOf", { game: title, day: dayName(day.day, "long") }))} {told}
      </span>
      <span className="small" aria-hidden="true">
        {day.solved && "✓ "}
        {t("puzzle.difficulty", { rating: day.rating })}
      </span>
    </Link>
  );
}

function Game({ facts }: { facts: PuzzleGame }) {
  const { game, title, rating, history, count, tried, solved, runs, themes } = facts;
  const go = (theme: string | null) =>
    api.nextPuzzle(game, theme, "").then(({ puzzle }) => {
      if (!puzzle) return toast(t("puzzle.none"));
      navigate(puzzlePath(puzzle) + (theme ? `?theme=${encodeURIComponent(theme)}` : ""));
    }, complain);
  return (
    <article className="puzzle-game">
      <h2>{title}</h2>
      <p>{rating ? t("puzzle.rating", { rating: ratingText(rating) }) : t("puzzle.unrated")}</p>
      <Course history={history} />
      <progress value={tried} max={count} aria-hidden="true" />
      <p className="small muted">
        {tried
          ? t("puzzle.progress", { n: solved, tried, all: count })
          : t("puzzle.count", { n: count })}
      </p>
      <div className="row wrap">
        <button
          type="button"
          className="primary"
          aria-label={t("puzzle.solveOne", { game: title })}
          onClick={() => go(null)}
        >
          {t("puzzle.solve")}
        </button>
        {runs.map(({ kind, best }) => (
          <Link key={kind} to={`/puzzles/${game}/${kind}`} className="button">
            <span>
              {t(`puzzle.${kind}`)}
              <span className="unseen"> {title}</span>
            </span>
            {best !== null && <span className="small muted">{t("puzzle.best", { n: best })}</span>}
          </Link>
        ))}
      </div>
      <details>
        <summary>
          {t("puzzle.themes")}
          <span className="unseen"> {title}</span>
        </summary>
        <ul className="row wrap puzzle-themes">
          {themes.map(({ id, name, count: n }) => (
            <li key={id}>
              <button type="button" className="small" onClick={() => go(id)}>
                {t("puzzle.themeOf", { name, n })}
              </button>
            </li>
          ))}
        </ul>
      </details>
      <p>
        <HouseFile path={api.sheetPath(game)}>
          {t("puzzle.sheet")}
          <span className="unseen"> {title}</span>
        </HouseFile>
      </p>
    </article>
  );
}

function Mistakes({ games, onChange }: AllProps) {
  const all = games.flatMap(({ title, mistakes }) => mistakes.map((kept) => ({ title, kept })));
  const forget = (puzzle: string) => api.forgetMistake(puzzle).then(onChange, complain);
  return (
    <section>
      <h2>{t("puzzle.mistakes")}</h2>
      {!all.length && <p className="muted">{t("puzzle.noMistakes")}</p>}
      <ul className="puzzle-mistakes">
        {all.map(({ title, kept }) => {
          const name = t("puzzle.mistake", {
            game: title,
            turn: kept.turn,
            when: ago(kept.at),
          });
          return (
            <li key={kept.puzzle} className="row wrap">
              <Link to={puzzlePath(kept.puzzle)} className="button">
                {name}
                {kept.solved && <span className="small"> ✓ {t("puzzle.done")}</span>}
              </Link>
              <button
                type="button"
                className="quiet small"
                aria-label={`${headed(t("puzzle.forget"))} ${name}`}
                onClick={() => forget(kept.puzzle)}
              >
                {t("puzzle.forget")}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
