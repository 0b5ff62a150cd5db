import { useEffect, useRef } from "react";
import * as api from "../../api";
import { type Say, t, useWords } from "../../i18n";
import { type Exercise, useExercise } from "../../state/lessons";
import { announce } from "../../state/notices";
import type { Cell, LessonStep } from "../../wire";
import { capital } from "../../words";
import { BoardFrame } from "../game/BoardFrame";
import type { Commands } from "../text/commands";
import { Dots, Elsewhere, Leave, nextOf, type WayProps } from "./Way";

/** A step: its task in large words, the board, and what is said to every answer. */

type ExerciseBoardProps = WayProps & { step: LessonStep; onDone: (name: string) => void };

export function ExerciseBoard({ step, onDone, ...way }: ExerciseBoardProps) {
  const { lesson } = way;
  const say = useWords(lesson.game);
  const exercise = useExercise(lesson.game, step, () => onDone(step.name));
  const { view, lit, done, busy, waiting, told } = exercise;
  const astray = told?.tone === "wrong" || told?.tone === "other";
  useEffect(() => announce(step.task), [step]);
  const why = (asked: { pick: Cell[] } | { said: string }) =>
    api.whyNotInStep(lesson.game, step.name, asked);
  return (
    <div className="table-page learn-page">
      <h1 className="unseen">{t("learn.of", { game: lesson.title })}</h1>
      <BoardFrame
        head={<Head step={step} done={done} {...way} />}
        view={view}
        offers={done || busy || waiting ? null : step.view.offers}
        status={<Status exercise={exercise} say={say} />}
        lit={{ ...lit, side: exercise.side }}
        seat={step.seat}
        pointing={step.asks === "cell"}
        near
        say={say}
        onPlay={exercise.play}
        why={(pick) => why({ pick })}
        meant={(said) => why({ said })}
        caption={exercise.caption && capital(exercise.caption)}
        waiting={waiting}
        onHurry={exercise.hurry}
        // What was not asked is taken back: nothing is to come but the task again.
        whatIf={astray && waiting > 0}
        hurry={astray ? t("puzzle.again") : undefined}
        commands={() => exerciseCommands(exercise)}
        extra={<Acts exercise={exercise} onNext={() => way.onGo(nextOf(lesson, step.name))} />}
        number={exercise.tries}
        panel={{
          id: "lesson",
          name: t("learn.link"),
          about: (
            <section className="learn-about">
              <h2 className="part">{t("learn.of", { game: lesson.title })}</h2>
              <Elsewhere {...way} />
            </section>
          ),
        }}
      />
    </div>
  );
}

/** What can be typed here beside answers. */
const exerciseCommands = ({ done, strength, step, hint }: Exercise): Commands => ({
  task: () => step.task,
  ...(done
    ? {}
    : {
        hint: () => {
          hint(Math.min(strength + 1, SHOWN));
          return undefined;
        },
      }),
});

type HeadProps = WayProps & { step: LessonStep; done: boolean };

/** The way back, the task, and how far one has come. */
function Head({ step, done, ...way }: HeadProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const { moved } = way;
  useEffect(() => {
    if (moved) title.current?.focus();
  }, [moved]);
  return (
    <div className={done ? "learn-head learn-head-done" : "learn-head"}>
      <Leave />
      <div>
        <h2 ref={title} tabIndex={-1} className="learn-title">
          {step.title}
        </h2>
        <p className="learn-task">{step.task}</p>
      </div>
      <Dots {...way} />
      <span className="learn-well" aria-hidden="true">
        ✓
      </span>
    </div>
  );
}

function Status({ exercise, say }: { exercise: Exercise; say: Say }) {
  const { told, busy, view, step } = exercise;
  if (busy && !told) return <>{t("puzzle.judging")}</>;
  if (told) return <span className={`learn-told learn-told-${told.tone}`}>{told.text}</span>;
  const prompt = step.asks === "move" && view.prompt;
  return prompt ? <span className="told-above">{say(prompt)}</span> : null;
}

/** Hints grow clearer, the last one shows it all; what is done leads on. */
function Acts({ exercise, onNext }: { exercise: Exercise; onNext: () => void }) {
  const { done, busy, strength, step, waiting } = exercise;
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // What was learnt is read before one goes on.
    if (done) next.current?.focus({ preventScroll: true });
  }, [done]);
  if (done)
    return (
      <div className="row wrap learn-acts">
        <button type="button" ref={next} className="primary large" onClick={onNext}>
          {t("learn.next")}
        </button>
      </div>
    );
  // While something is played out there is nothing to do but to see it, or to see it sooner.
  if (waiting) return null;
  const clearest = step.asks === "move" ? 2 : 1;
  return (
    <div className="row wrap learn-acts">
      <button
        type="button"
        disabled={busy || strength >= clearest}
        onClick={() => exercise.hint(strength + 1)}
      >
        {t(strength ? "puzzle.hintMore" : "puzzle.hint")}
      </button>
      <button type="button" className="quiet" disabled={busy} onClick={() => exercise.hint(SHOWN)}>
        {t("learn.show")}
      </button>
    </div>
  );
}

/** The hint that shows it all. */
const SHOWN = 3;
