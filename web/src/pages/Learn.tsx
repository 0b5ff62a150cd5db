import { useEffect, useState } from "react";
import * as api from "../api";
import { t, useLang } from "../i18n";
import { Loading } from "../parts/common/Loading";
import { Missing } from "../parts/common/Missing";
import { ExerciseBoard } from "../parts/learn/ExerciseBoard";
import { LastGame } from "../parts/learn/LastGame";
import { useBox } from "../state/house";
import { GAME, useLesson } from "../state/lessons";
import { complain, hush, wordsFor } from "../state/notices";
import type { LessonFacts, LessonStep } from "../wire";
import "../styles/pages";

/** First steps: one small task after the other on the board, and a short game at the end. */

export function LearnPage({ game }: { game: string }) {
  const { lesson, error, done, anew } = useLesson(game);
  const title = useBox(game)?.title;
  if (error) return <Missing text={wordsFor(error)} />;
  if (!lesson) return <Loading title={title && t("learn.of", { game: title })} />;
  return <Steps lesson={lesson} onDone={done} onAnew={anew} />;
}

type StepsProps = {
  lesson: LessonFacts;
  onDone: (name: string) => void;
  onAnew: () => Promise<void>;
};

/** One goes on where one was. */
const firstOpen = ({ steps, finished }: LessonFacts): string =>
  (finished ? null : steps.find(({ done }) => !done)?.name) ?? GAME;

function Steps({ lesson, onDone, onAnew }: StepsProps) {
  const [name, setName] = useState(() => firstOpen(lesson));
  // A page that was just opened has the focus where every page has it.
  const [moved, setMoved] = useState(false);
  const step = useStep(lesson.game, name);
  useEffect(() => {
    document.title = t("title.page", { page: t("learn.of", { game: lesson.title }) });
  });
  useEffect(() => hush, []);
  const go = (next: string) => {
    setMoved(true);
    setName(next);
  };
  const begin = () => onAnew().then(() => go(lesson.steps[0]?.name ?? GAME));
  const way = { lesson, name, moved, onGo: go, onAnew: begin };
  if (name === GAME) return <LastGame {...way} />;
  if (step?.name !== name) return <Loading />;
  return <ExerciseBoard key={`${name} ${step.task}`} {...way} step={step} onDone={onDone} />;
}

/** A step of a game in the reader's language; the game at the end has no board here. */
function useStep(game: string, name: string): LessonStep | null {
  const language = useLang();
  const [step, setStep] = useState<LessonStep | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: tasks are told in the language
  useEffect(() => {
    if (name === GAME) return;
    let gone = false;
    api.lessonStep(game, name).then((found) => gone || setStep(found), complain);
    return () => {
      gone = true;
    };
  }, [game, name, language]);
  return step;
}
