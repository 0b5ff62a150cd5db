import { lang, t } from "../../i18n";
import { Link } from "../../router";
import { taskPath } from "../../state/solo";
import type { Card, DayFacts, WorkshopFacts } from "../../wire";
import { CardRow, standText } from "./TaskTile";

/** The task of the day, the same for everybody, and those of the days before. */

type DaysProps = { workshop: WorkshopFacts; cards: ReadonlyMap<string, Card> };

export function Days({ workshop, cards }: DaysProps) {
  const { game, days, streak } = workshop;
  const [today, ...before] = days;
  if (!today) return null;
  return (
    <section className="solo-day">
      <h2>{t("solo.today")}</h2>
      <div className="day-now">
        <div className="task-cards">
          <CardRow goals={today.task.goals} cards={cards} />
        </div>
        <div>
          <p>
            <time dateTime={today.day}>{dayName(today.day, "full")}</time>
          </p>
          <p className="muted">
            {t("solo.cardCount", { n: today.task.goals.length })} · {standText(game, today.task)}
          </p>
          {streak > 0 && <p>{t("solo.streak", { n: streak })}</p>}
        </div>
        <Link to={taskPath(game, today.task.id, today.day)} className="button primary">
          {t("solo.build")}
        </Link>
      </div>
      <h3>{t("solo.before")}</h3>
      <ol className="days">
        {before.map((day) => (
          <li key={day.day}>
            <DayLink game={game} day={day} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function DayLink({ game, day }: { game: string; day: DayFacts }) {
  const done = day.pieces !== null;
  const told = done ? t("solo.standSolvedBare", { n: day.pieces ?? 0 }) : t("solo.open");
  return (
    <Link
      to={taskPath(game, day.task.id, day.day)}
      className={done ? "button day day-done" : "button day"}
    >
      <span title={dayName(day.day, "long")}>{dayName(day.day, "short")}</span>
      <span className="unseen">{told}</span>
      <span className="small" aria-hidden="true">
        {done ? `✓ ${day.pieces}` : "–"}
      </span>
    </Link>
  );
}

/** Days are those of the house, which are the same everywhere. */
export function dayName(day: string, how: "full" | "long" | "short"): string {
  const at = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(at.getTime())) return day;
  const style: Intl.DateTimeFormatOptions =
    how === "short" ? { day: "numeric", month: "short" } : { dateStyle: how };
  return new Intl.DateTimeFormat(lang(), { ...style, timeZone: "UTC" }).format(at);
}
