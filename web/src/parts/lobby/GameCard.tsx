import { t, useWords } from "../../i18n";
import { Link } from "../../router";
import type { Box, LessonGame } from "../../wire";
import { playersText } from "../../words";
import { GamePicture } from "../common/GamePicture";
import { BeginLink, isNew } from "../learn/Begin";
import { nearSetUp } from "../setup/SetUpLater";

/** A game in the lobby: its picture opens the sheet before a game. */

type GameCardProps = { box: Box; lesson?: LessonGame; onChoose: () => void };

export function GameCard({ box, lesson, onChoose }: GameCardProps) {
  const say = useWords(box.id);
  const first = lesson && isNew(lesson);
  return (
    <article className="game">
      <button type="button" className="game-open" {...nearSetUp} onClick={onChoose}>
        <GamePicture game={box.id} />
        <span className="game-text">
          <span className="game-title">{box.title}</span>
          <span className="game-summary">{say(box.summary)}</span>
          <span className="game-play">{t("nav.play")}</span>
        </span>
      </button>
      {first && <BeginLink lesson={lesson} />}
      <p className="game-facts muted">
        <span>{playersText(box.seats)}</span>
        <span>{t("minutes", { n: box.minutes })}</span>
        {lesson && !first && <BeginLink lesson={lesson} />}
        <Link to={`/rules/${box.id}`} aria-label={t("rules.of", { game: box.title })}>
          {t("rules.link")}
        </Link>
      </p>
    </article>
  );
}
