import { type Say, t } from "../../i18n";
import { Link } from "../../router";
import { keptSteps, taskPath } from "../../state/solo";
import type { Card, TaskFacts } from "../../wire";
import { SmallPicture } from "../game/Cards";

/** A set in a list: its cards, how few pieces it takes, and how far one is with it. */

type TaskTileProps = {
  game: string;
  task: TaskFacts;
  cards: ReadonlyMap<string, Card>;
  say: Say;
};

export function TaskTile({ game, task, cards }: TaskTileProps) {
  const { id, goals } = task;
  return (
    <Link to={taskPath(game, id)} className={`button task task-${standOf(game, task)}`}>
      <span className="task-cards">
        <CardRow goals={goals} cards={cards} />
      </span>
      <span className="small">
        <span className="unseen">
          {t("solo.number", { id })}, {t("solo.cardCount", { n: goals.length })},{" "}
        </span>
        {standText(game, task)}
      </span>
    </Link>
  );
}

type CardRowProps = { goals: readonly string[]; cards: ReadonlyMap<string, Card> };

export const CardRow = ({ goals, cards }: CardRowProps) =>
  goals.map((goal) => {
    const card = cards.get(goal);
    return card && <SmallPicture key={goal} card={card} />;
  });

type Stand = "new" | "begun" | "solved" | "least";

/** How far one is with a task. */
function standOf(game: string, { id, best, least }: TaskFacts): Stand {
  if (best !== null) return least !== null && best <= least ? "least" : "solved";
  return keptSteps(game, id).line.length > 1 ? "begun" : "new";
}

export function standText(game: string, task: TaskFacts): string {
  const { best, least } = task;
  const stand = standOf(game, task);
  if (stand === "least") return t("solo.standLeast", { n: best ?? 0 });
  if (stand === "solved") return t("solo.standSolved", { n: best ?? 0, least: least ?? "?" });
  return stand === "begun" ? t("solo.standBegun") : t("solo.pieces", { n: least ?? 0 });
}
