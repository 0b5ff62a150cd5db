import { useEffect, useMemo, useState } from "react";
import * as api from "../api";
import { queryHere } from "../base";
import { t, useLang, useWords } from "../i18n";
import { Loading } from "../parts/common/Loading";
import { Missing } from "../parts/common/Missing";
import { PuzzleBoard, statusOf } from "../parts/puzzles/PuzzleBoard";
import { LONGEST_COMMENT, PuzzleHelp } from "../parts/puzzles/PuzzleHelp";
import { dayName } from "../parts/solo/Days";
import { isEarly } from "../parts/you/RatingNews";
import { Link, navigate } from "../router";
import { announce, complain, toast, wordsFor } from "../state/notices";
import { MADE, puzzlePath, useAttempt } from "../state/puzzles";
import { useStateOf } from "../state/stateOf";
import type { Cell, PuzzleFacts, PuzzleRated, PuzzleState, PuzzleWish } from "../wire";
import { changeText, headed, ratingText } from "../words";
import "../styles/pages";

/** A puzzle: the goal first, then the board; whatever is played is answered. */

type PuzzlePageProps = { id: string; day: string | null };

export function PuzzlePage({ id, day }: PuzzlePageProps) {
  const language = useLang();
  const [facts] = useState(() => new URLSearchParams(location.hash.slice(1)));
  const of = useMemo<PuzzleWish>(
    () => (id === MADE ? { code: facts.get("code") ?? "" } : { puzzle: id }),
    [id, facts],
  );
  const [start, setStart] = useState<PuzzleState | null>(null);
  const [error, setError] = useState<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sentences are in the language
  useEffect(() => {
    let gone = false;
    api.solvePuzzle(of).then(
      (found) => gone || setStart(found),
      (fault) => gone || setError(fault),
    );
    return () => {
      gone = true;
    };
  }, [of, language]);
  if (error) return <Missing text={wordsFor(error)} />;
  if (!start)
    return (
      <Loading title={t("puzzle.panel")} doing={id === MADE ? t("puzzle.proving") : undefined} />
    );
  const comment = (facts.get("comment") ?? "").slice(0, LONGEST_COMMENT);
  return (
    <Solving
      key={start.puzzle.goal}
      start={start}
      of={of}
      day={day}
      made={id === MADE}
      comment={comment}
    />
  );
}

type SolvingProps = {
  start: PuzzleState;
  of: PuzzleWish;
  day: string | null;
  made: boolean;
  comment: string;
};

function Solving({ start, of, day, made, comment }: SolvingProps) {
  const { puzzle } = start;
  const say = useWords(puzzle.game);
  const attempt = useAttempt(start, (moves) => api.solvePuzzle({ ...of, moves, day }));
  const { state, own } = attempt;
  const [hinted, setHinted] = useStateOf<readonly Cell[]>(own, NO_CELLS);
  const [rated, setRated] = useState<PuzzleRated | null>(null);
  const label = labelOf(puzzle, day, made);
  useEffect(() => {
    document.title = t("title.page", { page: label });
  });
  useEffect(() => announce(start.puzzle.goal), [start]);
  const learn = (told: PuzzleRated | null) => told && setRated(told);
  const change = state.rated ?? rated;
  const theme = queryHere().get("theme");
  const next = () =>
    api.nextPuzzle(puzzle.game, theme, puzzle.id).then(({ puzzle: found }) => {
      if (!found) return toast(t("puzzle.none"));
      navigate(puzzlePath(found) + (theme ? `?theme=${encodeURIComponent(theme)}` : ""));
    }, complain);
  const tried = state.puzzle.first ?? (rated ? false : null);
  return (
    <div className="table-page puzzle-page">
      <h1 className="unseen">{`${headed(label)} ${puzzle.goal}`}</h1>
      <PuzzleBoard
        attempt={attempt}
        say={say}
        hinted={hinted}
        status={statusOf(attempt)}
        why={(asked) => api.whyNotInPuzzle({ ...of, moves: [...own], ...asked })}
        head={<Head label={label} state={state} />}
        about={<About puzzle={state.puzzle} change={change} first={tried} comment={comment} />}
        over={<SolvedNote state={state} change={change} waiting={attempt.waiting} onNext={next} />}
        panels={[
          {
            id: "help",
            name: t("puzzle.help"),
            side: "right",
            content: (
              <PuzzleHelp
                of={of}
                attempt={attempt}
                onHint={setHinted}
                onRated={learn}
                onNext={next}
              />
            ),
          },
        ]}
      />
    </div>
  );
}

const NO_CELLS: readonly Cell[] = [];

function labelOf({ title }: PuzzleFacts, day: string | null, made: boolean): string {
  if (day) return t("puzzle.dayOf", { game: title, day: dayName(day, "long") });
  return made ? t("puzzle.made", { game: title }) : t("puzzle.name", { game: title });
}

/** The way back, what is to be done, and how much of it has been found. */
function Head({ label, state }: { label: string; state: PuzzleState }) {
  const { goal, decisions } = state.puzzle;
  return (
    <div className="solo-head puzzle-head">
      <Link to="/puzzles" className="button quiet icon" aria-label={t("puzzle.back")}>
        ‹
      </Link>
      <p>
        <b className="puzzle-goal">{goal}</b> <span className="small muted">{label}</span>
      </p>
      {decisions > 1 && (
        <span className="puzzle-found">{`${Math.min(state.found, decisions)} / ${decisions}`}</span>
      )}
    </div>
  );
}

type AboutProps = {
  puzzle: PuzzleFacts;
  change: PuzzleRated | null;
  first: boolean | null;
  comment: string;
};

/** What is known of a puzzle; its themes would help, and are told afterwards. */
function About({ puzzle, change, first, comment }: AboutProps) {
  return (
    <section className="puzzle-about">
      <h2 className="part">{t("puzzle.panel")}</h2>
      {comment && <blockquote>{comment}</blockquote>}
      <p>
        {t("puzzle.decisions", { n: puzzle.decisions })}
        {puzzle.rating !== null && ` · ${t("puzzle.difficulty", { rating: puzzle.rating })}`}
      </p>
      <p className="small muted">{t(puzzle.proven ? "puzzle.proven" : "puzzle.thought")}</p>
      {first !== null && (
        <>
          <p className="small">{t(first ? "puzzle.firstSolved" : "puzzle.firstFailed")}</p>
          <Themes names={puzzle.themes} />
        </>
      )}
      {change && <p role="status">{ratedText(change)}</p>}
    </section>
  );
}

const Themes = ({ names }: { names: readonly string[] }) =>
  names.length > 0 && (
    <p className="small muted">{t("puzzle.theme", { names: names.join(", ") })}</p>
  );

const ratedText = (change: PuzzleRated) =>
  t(isEarly(change) ? "puzzle.ratedEarly" : "puzzle.rated", {
    rating: ratingText(change),
    change: changeText(change.change),
  });

type SolvedNoteProps = {
  state: PuzzleState;
  change: PuzzleRated | null;
  waiting: number;
  onNext: () => void;
};

function SolvedNote({ state, change, waiting, onNext }: SolvedNoteProps) {
  const [closed, setClosed] = useStateOf(state, false);
  if (state.status !== "solved" || waiting || closed) return null;
  return (
    <section className="solved" aria-label={state.sentence}>
      <p>
        <b>{state.sentence}</b> {change && ratedText(change)}
      </p>
      <Themes names={state.puzzle.themes} />
      <div className="row wrap">
        {state.puzzle.rating !== null ? (
          <button type="button" className="primary" onClick={onNext}>
            {t("puzzle.next")}
          </button>
        ) : (
          <Link to="/puzzles" className="button primary">
            {t("puzzle.back")}
          </Link>
        )}
        <button type="button" onClick={() => setClosed(true)}>
          {t("puzzle.look")}
        </button>
      </div>
    </section>
  );
}
