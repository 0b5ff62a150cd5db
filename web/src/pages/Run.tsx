import { useCallback, useEffect, useState } from "react";
import * as api from "../api";
import { t, useLang, useWords } from "../i18n";
import { Loading } from "../parts/common/Loading";
import { Missing } from "../parts/common/Missing";
import { PuzzleBoard, statusOf } from "../parts/puzzles/PuzzleBoard";
import { Link } from "../router";
import { useBox } from "../state/house";
import { announce, complain } from "../state/notices";
import { NOD, puzzlePath, useAttempt, usePuzzleGames } from "../state/puzzles";
import type { PuzzleState, RunFacts } from "../wire";
import { clockText } from "../words";
import "../styles/pages";

/** A run through ever harder puzzles: what it is, the puzzles one by one, and how it ended. */

type RunPageProps = { game: string; kind: RunFacts["kind"] };

export function RunPage({ game, kind }: RunPageProps) {
  useLang();
  const [games] = usePuzzleGames();
  const box = useBox(game);
  const [run, setRun] = useState<RunFacts | null>(null);
  // The best before this run began, to tell whether it was beaten.
  const [before, setBefore] = useState(0);
  const facts = games?.find((each) => each.game === game);
  const known = facts?.runs.find((each) => each.kind === kind);
  const begun = known ? known.runs > 0 : false;
  useEffect(() => {
    document.title = t("title.page", { page: t(`run.${kind}`, { game: facts?.title ?? game }) });
  });
  useEffect(() => {
    if (!begun) return;
    api.seeRun(game, kind).then((found) => {
      if (found.over) return;
      setBefore(found.best);
      setRun((old) => old ?? found);
    }, complain);
  }, [begun, game, kind]);
  const begin = () =>
    api.startRun(game, kind).then((found) => {
      setBefore(found.best);
      setRun(found);
    }, complain);
  if (!games) return <Loading title={t(`run.${kind}`, { game: box?.title ?? game })} />;
  if (!facts) return <Missing />;
  if (!run)
    return (
      <div className="page narrow run-page">
        <h1>{t(`run.${kind}`, { game: facts.title })}</h1>
        <p className="lead">{t(`run.text.${kind}`)}</p>
        {known?.best ? <p>{t("run.best", { n: known.best })}</p> : null}
        <p className="row wrap">
          <button type="button" className="primary large" onClick={begin}>
            {t("run.begin")}
          </button>
          <Link to="/puzzles" className="button">
            {t("puzzle.back")}
          </Link>
        </p>
      </div>
    );
  if (run.over && !run.next && !run.tried?.refutation)
    return <Ended run={run} before={before} onAgain={begin} />;
  return <Running run={run} onRun={setRun} />;
}

type RunningProps = { run: RunFacts; onRun: (run: RunFacts) => void };

/** The puzzle that is due, or the one that ended the run. */
function Running({ run, onRun }: RunningProps) {
  const start = run.next ?? run.tried;
  const timeUp = useCallback(
    () => onRun({ ...run, over: true, next: null, tried: null, left: 0 }),
    [run, onRun],
  );
  if (!start) return null;
  return (
    <div className="table-page puzzle-page">
      <h1 className="unseen">{t(`run.${run.kind}`, { game: run.title })}</h1>
      <RunBoard
        key={`${run.run} ${start.puzzle.id}`}
        run={run}
        start={start}
        onRun={onRun}
        onTimeUp={timeUp}
      />
    </div>
  );
}

type RunBoardProps = RunningProps & { start: PuzzleState; onTimeUp: () => void };

function RunBoard({ run, start, onRun, onTimeUp }: RunBoardProps) {
  const say = useWords(run.game);
  const [ended, setEnded] = useState<RunFacts | null>(null);
  const attempt = useAttempt(start, async (moves) => {
    const told = await api.tryInRun(run.game, run.kind, { run: run.run, moves });
    if (told.over && told.tried?.refutation) setEnded(told);
    else if (told.over || told.next) setTimeout(() => onRun(told), told.tried ? NOD : 0);
    return told.tried;
  });
  useEffect(() => announce(start.puzzle.goal), [start]);
  const leave = () =>
    ended?.tried && onRun({ ...ended, tried: { ...ended.tried, refutation: null } });
  return (
    <PuzzleBoard
      attempt={ended ? { ...attempt, stays: false } : attempt}
      say={say}
      closed={ended !== null}
      status={statusOf(attempt)}
      why={(asked) =>
        api.whyNotInPuzzle({ puzzle: start.puzzle.id, moves: [...attempt.own], ...asked })
      }
      head={
        <div className="solo-head puzzle-head">
          <Link to="/puzzles" className="button quiet icon" aria-label={t("puzzle.back")}>
            ‹
          </Link>
          <p>
            <b className="puzzle-goal">{start.puzzle.goal}</b>
          </p>
          <span className="puzzle-found" role="status">
            {t("run.solved", { n: ended?.solved ?? run.solved })}
          </span>
          {run.left !== null && <Clock left={run.left} run={run} onTimeUp={onTimeUp} />}
        </div>
      }
      extra={
        ended && (
          <button type="button" className="primary" onClick={leave}>
            {t("run.end")}
          </button>
        )
      }
    />
  );
}

type ClockProps = { left: number; run: RunFacts; onTimeUp: () => void };

/** Counts down by itself between what the house says. */
function Clock({ left, run, onTimeUp }: ClockProps) {
  const [until, setUntil] = useState(() => Date.now() + left * 1000);
  const [now, setNow] = useState(Date.now);
  useEffect(() => setUntil(Date.now() + (run.left ?? 0) * 1000), [run]);
  const seconds = Math.max(0, (until - now) / 1000);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (seconds <= 0) onTimeUp();
  }, [seconds, onTimeUp]);
  return (
    <span
      className="run-clock"
      aria-label={t("run.left", { time: clockText(seconds) })}
      role="timer"
    >
      {clockText(seconds)}
    </span>
  );
}

type EndedProps = { run: RunFacts; before: number; onAgain: () => void };

function Ended({ run, before, onAgain }: EndedProps) {
  const best = run.solved > before;
  const text = t("run.result", { n: run.solved });
  useEffect(() => announce(text), [text]);
  return (
    <div className="page narrow run-page">
      <h1>{t(`run.${run.kind}`, { game: run.title })}</h1>
      <p className="run-count">{text}</p>
      <p>{t(`run.over.${run.kind}`)}</p>
      <p>{best ? t("run.newBest") : t("run.best", { n: run.best })}</p>
      <p className="row wrap">
        <button type="button" className="primary" onClick={onAgain}>
          {t("run.again")}
        </button>
        {run.tried && (
          <Link to={puzzlePath(run.tried.puzzle.id)} className="button">
            {t("run.practise")}
          </Link>
        )}
        <Link to="/puzzles" className="button">
          {t("puzzle.back")}
        </Link>
      </p>
    </div>
  );
}
