import { t } from "../../i18n";
import { Link } from "../../router";
import { useAlone } from "../../state/house";
import { learnPath } from "../../state/lessons";
import type { LessonGame } from "../../wire";

/** The way to first steps: for who has never played a game, before everything else. */

export const isNew = ({ played, finished }: LessonGame) => !played && !finished;

export function BeginLink({ lesson }: { lesson: LessonGame }) {
  const { game, title, done, steps, finished } = lesson;
  const begun = done > 0 && !finished;
  return (
    <Link
      to={learnPath(game)}
      className={isNew(lesson) ? "button game-learn" : "game-learnt"}
      aria-label={t("learn.of", { game: title })}
    >
      {begun ? t("learn.begun", { done, all: steps }) : t("learn.link")}
    </Link>
  );
}

/** What the sheet before a game says to who has never played it. */
export function NewHere({ lesson }: { lesson: LessonGame | undefined }) {
  if (!lesson || !isNew(lesson)) return null;
  return (
    <p className="new-here">
      {t("learn.newHere", { game: lesson.title })}{" "}
      <Link to={learnPath(lesson.game)}>{t("learn.link")}</Link>
    </p>
  );
}

/** What a stranger reads first: what this is, and the shortest way to a first game. */
export function Welcome({ lessons }: { lessons: readonly LessonGame[] }) {
  const alone = useAlone();
  const first = firstGame(lessons);
  if (!first) return null;
  return (
    <section className="welcome" aria-label={t("welcome.title")}>
      <p>{t(alone ? "welcome.alone" : "welcome.text")}</p>
      <p className="row wrap">
        <Link to={learnPath(first.game)} className="button primary large">
          {t("welcome.begin", { game: first.title })}
        </Link>
        <span className="muted">{t("welcome.choose")}</span>
      </p>
    </section>
  );
}

/** For who has done nothing yet: the game with the fewest steps to learn. */
export function firstGame(lessons: readonly LessonGame[]): LessonGame | undefined {
  if (!lessons.every((lesson) => isNew(lesson) && !lesson.done)) return undefined;
  return [...lessons].sort((one, other) => one.steps - other.steps)[0];
}
