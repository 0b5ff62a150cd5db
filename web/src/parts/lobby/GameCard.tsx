import { t, useWords } from "../../i18n";
import { Link } from "../../router";
import type { Box } from "../../wire";
import { playersText } from "../../words";
import { GamePicture } from "../common/GamePicture";

/** A game in the lobby: its picture opens the sheet before a game. */

export function GameCard({ box, onChoose }: { box: Box; onChoose: () => void }) {
  const say = useWords(box.id);
  return (
    <article className="game">
      <button type="button" className="game-open" onClick={onChoose}>
        <GamePicture game={box.id} />
        <span className="game-text">
          <span className="game-title">{box.title}</span>
          <span className="game-summary">{say(box.summary)}</span>
        </span>
      </button>
      <p className="game-facts muted">
        <span>{playersText(box.seats)}</span>
        <span>{t("minutes", { n: box.minutes })}</span>
        <Link to={`/rules/${box.id}`} aria-label={t("rules.of", { game: box.title })}>
          {t("rules.link")}
        </Link>
      </p>
    </article>
  );
}
