import { useCallback, useEffect, useRef, useState } from "react";
import * as api from "../api";
import { queryHere } from "../base";
import { useLang } from "../i18n";
import { readingTime } from "../readingTime";
import type {
  Cell,
  LessonAnswer,
  LessonFacts,
  LessonGame,
  LessonJudged,
  LessonStep,
  Offer,
  Scene,
  Side,
} from "../wire";
import { useFilm } from "./film";
import { lastKnown, newcomers, remember } from "./lessonsKnown";
import { announce, complain } from "./notices";
import { settings } from "./settings";
import { knock } from "./sound";

/** First steps: how far one has come, and one step with what was done in it. */

export const learnPath = (game: string) => `/learn/${game}`;

/** Marks the table of the game at the end of first steps. */
export const LEARN = "learn";
export const isLesson = () => queryHere().has(LEARN);

/** The name of the last step, which is a game. */
export const GAME = "game";

/** How far the visitor has come in each game; nothing until it is known, or assumed. */
export function useLessonGames(): readonly LessonGame[] {
  const [games, setGames] = useState<readonly LessonGame[] | null>(lastKnown);
  useEffect(() => {
    const told = (known: readonly LessonGame[]) => {
      setGames(known);
      remember(known);
    };
    if (!lastKnown())
      newcomers()
        .then((all) => setGames((known) => known ?? all))
        .catch(() => undefined);
    api.lessonGames().then(told, () => undefined);
  }, []);
  return games ?? [];
}

export function useLesson(game: string) {
  const language = useLang();
  const [lesson, setLesson] = useState<LessonFacts | null>(null);
  const [error, setError] = useState<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles are told in the language
  useEffect(() => {
    let gone = false;
    api.lesson(game).then(
      (found) => gone || setLesson(found),
      (fault) => gone || setError(fault),
    );
    return () => {
      gone = true;
    };
  }, [game, language]);
  const done = useCallback(
    (name: string) =>
      setLesson(
        (known) =>
          known && {
            ...known,
            steps: known.steps.map((step) => (step.name === name ? { ...step, done: true } : step)),
          },
      ),
    [],
  );
  const anew = useCallback(() => api.lessonAnew(game).then(setLesson, complain), [game]);
  return { lesson, error, done, anew };
}

/** What was said last: a hint, what is wrong or only not what was asked, or that it is done. */
export type Told = { text: string; tone: "hint" | "wrong" | "other" | "done" };
type Lit = { cells: readonly Cell[]; offer: Offer | null };

export type Exercise = {
  step: LessonStep;
  told: Told | null;
  done: boolean;
  busy: boolean;
  /** How many answers were judged. */
  tries: number;
  view: Scene;
  caption: string;
  waiting: number;
  /** What a hint points at. */
  lit: Lit;
  /** The side that was pointed at. */
  side: Side | null;
  /** How clear the last hint was. */
  strength: number;
  play: (move: string) => void;
  hint: (strength: number) => void;
  hurry: () => void;
};

const NOTHING: Lit = { cells: [], offer: null };

/** A step being done; whoever shows another one has another exercise. */
export function useExercise(game: string, step: LessonStep, onDone: () => void): Exercise {
  const [told, setTold] = useState<Told | null>(null);
  const [busy, setBusy] = useState(false);
  const [tries, setTries] = useState(0);
  const [lit, setLit] = useState(NOTHING);
  const [side, setSide] = useState<Side | null>(null);
  const [strength, setStrength] = useState(0);
  const film = useFilm();
  const asked = useRef(false);
  const ask = async (job: () => Promise<void>) => {
    if (asked.current) return;
    asked.current = true;
    setBusy(true);
    await job().catch(complain);
    asked.current = false;
    setBusy(false);
  };
  const play = (move: string) =>
    ask(async () => {
      const answer = answerOf(step, move);
      const judged = await api.answerStep(game, step.name, answer);
      setTold({ text: judged.text, tone: toneOf(step, judged) });
      setTries((count) => count + 1);
      setLit(NOTHING);
      setSide(answer.side ?? null);
      film.show({
        views: judged.views,
        words: judged.moves,
        stays: judged.done,
        hold: readingTime(judged.text),
      });
      announce(saidOf(judged));
      if (judged.views.length && settings().sound) knock();
      if (judged.done) onDone();
    });
  const hint = (wanted: number) =>
    ask(async () => {
      const found = await api.stepHint(game, step.name, wanted);
      film.stop();
      setTold({ text: found.text, tone: "hint" });
      const offer = step.view.offers.find(({ move }) => move === found.move) ?? null;
      setLit({ cells: found.cells, offer });
      setStrength(wanted);
      announce(found.text);
    });
  return {
    step,
    told,
    done: told?.tone === "done",
    busy,
    tries,
    view: film.view ?? step.view,
    caption: film.caption,
    waiting: film.waiting,
    lit,
    side,
    strength,
    play,
    hint,
    hurry: film.hurry,
  };
}

/** A move that the rules allow, and that nobody punishes, is no mistake: another one was asked for. */
export function toneOf({ asks }: Pick<LessonStep, "asks">, judged: LessonJudged): Told["tone"] {
  if (judged.done) return "done";
  const fine = asks === "move" && !judged.refusal && judged.moves.length === 1;
  return fine ? "other" : "wrong";
}

/** What is pointed at is picked like a move. */
function answerOf({ asks, view }: LessonStep, move: string): LessonAnswer {
  if (asks === "side") return { side: move as Side };
  const cell = view.offers.find((offer) => offer.move === move)?.pick[0];
  return asks === "cell" && cell ? { cell: [...cell] } : { move };
}

/** What a screen reader is told: the decisions that are played out, and then what they show. */
const saidOf = ({ moves, text }: LessonJudged): string =>
  moves.length > 1 ? `${moves.slice(1).join(", ")}. ${text}` : text;
