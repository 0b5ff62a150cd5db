import { useEffect, useState } from "react";
import * as api from "../api";
import { type Say, t, useLang, useWords } from "../i18n";
import { Loading } from "../parts/common/Loading";
import { Choose } from "../parts/solo/Choose";
import { Days } from "../parts/solo/Days";
import { TaskTile } from "../parts/solo/TaskTile";
import { navigate } from "../router";
import { complain } from "../state/notices";
import { taskPath, useWorkshops } from "../state/solo";
import type { Card, TaskFacts, WorkshopFacts } from "../wire";
import { capital } from "../words";
import "../styles/pages";

/** What there is to build alone: the task of the day, all sets by their grades, and one's own choice. */

export function SoloPage() {
  useLang();
  const workshops = useWorkshops();
  useEffect(() => {
    document.title = t("title.page", { page: t("solo.title") });
  });
  return (
    <div className="lobby solo">
      <h1>{t("solo.title")}</h1>
      <p className="lead">{t("solo.text")}</p>
      {!workshops && <Loading within />}
      {workshops?.map((workshop) => (
        <Workshop key={workshop.game} workshop={workshop} alone={workshops.length === 1} />
      ))}
    </div>
  );
}

function Workshop({ workshop, alone }: { workshop: WorkshopFacts; alone: boolean }) {
  const say = useWords(workshop.game);
  const { game, tasks, grades } = workshop;
  const cards = new Map(workshop.goals.map(({ goal, card }) => [goal, card]));
  const graded = grades.map((_, index) => tasks.filter(({ grade }) => grade === index + 1));
  const current = graded.findIndex((some) => some.some(({ best }) => best === null));
  return (
    <>
      {!alone && <h2>{workshop.title}</h2>}
      <Days workshop={workshop} cards={cards} />
      <section className="solo-grades">
        <h2>{t("solo.sets")}</h2>
        {graded.map((some, index) => (
          <Grade
            key={grades[index]?.text}
            game={game}
            grade={index + 1}
            name={capital(say(grades[index] ?? ""))}
            tasks={some}
            cards={cards}
            say={say}
            first={index === Math.max(0, current)}
          />
        ))}
      </section>
      <Choose workshop={workshop} say={say} />
    </>
  );
}

type GradeProps = {
  game: string;
  grade: number;
  name: string;
  tasks: readonly TaskFacts[];
  cards: ReadonlyMap<string, Card>;
  say: Say;
  /** Whether it is open to begin with. */
  first: boolean;
};

/** The sets of a grade, which are drawn only where they are looked at. */
function Grade({ game, grade, name, tasks, cards, say, first }: GradeProps) {
  const [open, setOpen] = useState(first);
  const solved = tasks.filter(({ best }) => best !== null).length;
  const deal = () =>
    api.dealTask(game, grade).then(({ id }) => navigate(taskPath(game, id)), complain);
  return (
    <details
      className="grade"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <h3>{name}</h3>
        <progress value={solved} max={tasks.length} aria-hidden="true" />
        <span className="muted small">{t("solo.solvedOf", { n: solved, all: tasks.length })}</span>
      </summary>
      <p>
        <button type="button" onClick={deal}>
          {t("solo.deal")}
        </button>
      </p>
      {open && (
        <ul className="tasks">
          {tasks.map((task) => (
            <li key={task.id}>
              <TaskTile game={game} task={task} cards={cards} say={say} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
