import type { ReactNode } from "react";
import { type Say, t } from "../../i18n";
import type { Attempt } from "../../state/puzzles";
import { useSettings } from "../../state/settings";
import type { Cell, MovesOrRefusal } from "../../wire";
import { capital } from "../../words";
import { BoardFrame } from "../game/BoardFrame";
import type { Panel } from "../game/Panels";
import { useAnswer } from "../game/useAnswer";

/** A puzzle on the board: one's own decisions, the answers to them, and what is wrong with one. */

type PuzzleBoardProps = {
  attempt: Attempt;
  say: Say;
  why: (asked: { pick: Cell[] } | { said: string }) => Promise<MovesOrRefusal>;
  /** What is said when nothing else is due. */
  status: string;
  /** Cells that a hint points at. */
  hinted?: readonly Cell[];
  head: ReactNode;
  /** Buttons under the board. */
  extra?: ReactNode;
  /** What lies over the board, such as that it is solved. */
  over?: ReactNode;
  panels?: Panel[];
  /** What is told first in the panel on the left. */
  about?: ReactNode;
  /** Whether decisions can be made at all. */
  closed?: boolean;
};

export function PuzzleBoard(props: PuzzleBoardProps) {
  const { attempt, say, why, status, hinted = [], head, extra, over, closed = false } = props;
  const { state, view, waiting, stays, busy } = attempt;
  const due = !closed && !busy && !waiting && !stays && state.status !== "solved";
  return (
    <BoardFrame
      head={head}
      view={view}
      offers={due ? state.view.offers : null}
      status={busy ? t("puzzle.judging") : <Told text={status} goal={state.puzzle.goal} />}
      lit={{ cells: hinted }}
      seat={state.puzzle.seat}
      say={say}
      onPlay={attempt.play}
      why={(pick) => why({ pick })}
      meant={(said) => why({ said })}
      caption={attempt.caption && capital(attempt.caption)}
      waiting={waiting}
      onHurry={attempt.hurry}
      whatIf={state.status === "wrong" && (waiting > 0 || stays)}
      extra={
        extra || stays ? (
          <div className="row wrap puzzle-acts">
            {stays && <Again attempt={attempt} />}
            {extra}
          </div>
        ) : null
      }
      above={over}
      number={attempt.tries}
      panel={{ id: "puzzle", name: t("puzzle.panel"), about: props.about }}
      panels={props.panels}
    />
  );
}

/** After a wrong decision all there is to do; whoever types goes on typing. */
function Again({ attempt }: { attempt: Attempt }) {
  const { text } = useSettings();
  const answer = useAnswer(attempt.state.status === "wrong" && !text);
  return (
    <button type="button" ref={answer} className="primary" onClick={attempt.again}>
      {t("puzzle.again")}
    </button>
  );
}

/** The goal stands above the board as well: where room is short, that is enough. */
const Told = ({ text, goal }: { text: string; goal: string }) =>
  text === goal ? <span className="told-above">{text}</span> : text;

/** What is said about where the solver stands. */
export function statusOf({ state, waiting, stays }: Attempt): string {
  const { status, sentence, refutation, puzzle } = state;
  if (status === "wrong" && refutation && (waiting || stays))
    return [refutation.sentence, ...refutation.told].join(" ");
  return status === "open" ? puzzle.goal : sentence;
}
