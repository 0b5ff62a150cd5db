import { useEffect, useRef, useState } from "react";
import * as api from "../../api";
import { type Say, t } from "../../i18n";
import { navigate } from "../../router";
import { complain } from "../../state/notices";
import { keepDeck, ownDeck, taskPath } from "../../state/solo";
import type { GoalFacts, GoalWish, WorkshopFacts } from "../../wire";
import { capital } from "../../words";
import { Fold } from "../common/Fold";
import { copy } from "../common/Sharing";
import { SmallPicture } from "../game/Cards";
import { Drawing } from "./Drawing";

/** Choosing cards oneself: from the deck of the house and from cards of one's own. */

const LEAST = 2;
const MOST = 8;

export function Choose({ workshop, say }: { workshop: WorkshopFacts; say: Say }) {
  const { game, goals } = workshop;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [own, setOwn] = useOwnDeck(game);
  const turn = (goal: string) =>
    setChosen((before) =>
      before.includes(goal) ? before.filter((other) => other !== goal) : [...before, goal],
    );
  const enough = chosen.length >= LEAST && chosen.length <= MOST;
  return (
    <section className="solo-choose">
      <h2>{t("solo.choose")}</h2>
      <p className="muted">{t("solo.chooseText", { least: LEAST, most: MOST })}</p>
      <div className="row wrap choose-bar">
        <span role="status">{t("solo.chosen", { n: chosen.length })}</span>
        <button
          type="button"
          className="primary"
          disabled={!enough}
          onClick={() => navigate(taskPath(game, chosen.join("-")))}
        >
          {t("solo.build")}
        </button>
      </div>
      <Deck goals={own} chosen={chosen} say={say} onTurn={turn} title={t("solo.ownDeck")} />
      <Deck goals={goals} chosen={chosen} say={say} onTurn={turn} title={t("solo.houseDeck")} />
      <Fold id="own-cards" title={t("solo.draw")}>
        <OwnCards workshop={workshop} say={say} own={own} onOwn={setOwn} />
      </Fold>
    </section>
  );
}

type DeckProps = {
  goals: readonly GoalFacts[];
  chosen: readonly string[];
  say: Say;
  onTurn: (goal: string) => void;
  title: string;
};

function Deck({ goals, chosen, say, onTurn, title }: DeckProps) {
  if (!goals.length) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="deck">
        {goals.map(({ goal, card }) => (
          <li key={goal}>
            <button
              type="button"
              className="deck-card"
              aria-pressed={chosen.includes(goal)}
              aria-label={capital(say(card.name))}
              title={goal}
              onClick={() => onTurn(goal)}
            >
              <SmallPicture card={card} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The cards of one's own, which the house draws from how they are written. */
function useOwnDeck(game: string) {
  const [own, setOwn] = useState<readonly GoalFacts[]>([]);
  useEffect(() => {
    const words = ownDeck(game);
    if (words.length) api.goals(game, { text: words.join(" ") }).then(setOwn, complain);
  }, [game]);
  const keep = (next: readonly GoalFacts[]) => {
    setOwn(next);
    keepDeck(
      game,
      next.map(({ goal }) => goal),
    );
  };
  return [own, keep] as const;
}

type OwnCardsProps = {
  workshop: WorkshopFacts;
  say: Say;
  own: readonly GoalFacts[];
  onOwn: (own: readonly GoalFacts[]) => void;
};

/** New cards: drawn square by square, or written, many at once. */
function OwnCards({ workshop, say, own, onOwn }: OwnCardsProps) {
  const { game, colours, goals } = workshop;
  const [text, setText] = useState("");
  const kept = useRef(own); // more may have come by the time the house answers
  kept.current = own;
  const add = async (wish: GoalWish) => {
    const found = await api.goals(game, wish);
    const known = new Set([...kept.current, ...goals].map(({ goal }) => goal));
    onOwn([...kept.current, ...found.filter(({ goal }) => !known.has(goal))]);
    setText((now) => (now === wish.text ? "" : now));
  };
  const words = own.map(({ goal }) => goal).join(" ");
  return (
    <div className="own-cards">
      <Drawing
        colours={colours}
        say={say}
        onDrawn={(squares) => add({ squares }).catch(complain)}
      />
      <form
        className="own-text"
        onSubmit={(event) => {
          event.preventDefault();
          add({ text }).catch(complain);
        }}
      >
        <label>
          {t("solo.write")}
          <textarea rows={3} value={text} onChange={({ target }) => setText(target.value)} />
        </label>
        <div className="row wrap">
          <button type="submit" disabled={!text.trim()}>
            {t("solo.add")}
          </button>
          {own.length > 0 && (
            <>
              <button type="button" onClick={() => copy(words).catch(complain)}>
                {t("solo.copyDeck")}
              </button>
              <button type="button" className="quiet" onClick={() => onOwn([])}>
                {t("solo.clearDeck")}
              </button>
            </>
          )}
        </div>
      </form>
    </div>
  );
}
