import { useState } from "react";
import { t } from "../../i18n";
import { Link } from "../../router";
import type { LessonFacts } from "../../wire";
import { Confirm } from "../common/Dialog";

/** The way through the steps, and leaving it. */

export type WayProps = {
  lesson: LessonFacts;
  /** The step that is shown. */
  name: string;
  /** Whether another step was shown before. */
  moved: boolean;
  onGo: (name: string) => void;
  onAnew: () => void;
};

/** A dot for each step: done, shown or still to come. */
export function Dots({ lesson, name, onGo }: WayProps) {
  const all = lesson.steps.length;
  return (
    <nav aria-label={t("learn.steps")}>
      <ol className="learn-dots">
        {lesson.steps.map((step, index) => (
          <li key={step.name}>
            <button
              type="button"
              className={step.done ? "learn-dot learn-dot-done" : "learn-dot"}
              aria-current={step.name === name ? "step" : undefined}
              aria-label={t(step.done ? "learn.stepDone" : "learn.step", {
                n: index + 1,
                all,
                title: step.title,
              })}
              onClick={() => onGo(step.name)}
            />
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Where else to go: the rules, all games, or the first step again. */
export function Elsewhere({ lesson, onAnew }: WayProps) {
  const [asking, setAsking] = useState(false);
  const begun = lesson.steps.some(({ done }) => done);
  return (
    <div className="row wrap learn-elsewhere">
      <Link to={`/rules/${lesson.game}`} className="button">
        {t("rules.of", { game: lesson.title })}
      </Link>
      {begun && (
        <button type="button" onClick={() => setAsking(true)}>
          {t("learn.anew")}
        </button>
      )}
      {asking && (
        <Confirm
          title={t("learn.anew")}
          text={t("learn.anewSure")}
          yes={t("learn.anew")}
          onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false);
            onAnew();
          }}
        />
      )}
    </div>
  );
}

export function Leave() {
  return (
    <Link to="/" className="button quiet icon" aria-label={t("learn.leave")}>
      ‹
    </Link>
  );
}

/** The step after one that is done: the next that is not, or the game. */
export function nextOf({ steps }: LessonFacts, name: string): string {
  const at = steps.findIndex((step) => step.name === name);
  const open = steps.slice(at + 1).find(({ done }) => !done);
  return (open ?? steps.at(-1))?.name ?? name;
}
