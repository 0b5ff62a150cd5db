import { useState } from "react";
import * as api from "../../api";
import { addressOf } from "../../base";
import { t } from "../../i18n";
import { Link } from "../../router";
import { announce, complain } from "../../state/notices";
import { type Attempt, MADE, puzzlePath } from "../../state/puzzles";
import { useStateOf } from "../../state/stateOf";
import type { Cell, PuzzleRated, PuzzleSolution, PuzzleWish } from "../../wire";
import { capital, headed } from "../../words";
import { Fold } from "../common/Fold";
import { Notation } from "../common/Notation";
import { LinkBox } from "../common/Sharing";

/** Hints step by step, the solution, the way on, and passing the puzzle on. */

type PuzzleHelpProps = {
  of: PuzzleWish;
  attempt: Attempt;
  onHint: (cells: readonly Cell[]) => void;
  onRated: (rated: PuzzleRated | null) => void;
  onNext: () => void;
};

export function PuzzleHelp({ of, attempt, onHint, onRated, onNext }: PuzzleHelpProps) {
  const { state, own } = attempt;
  const [told, setTold] = useStateOf<{ text: string; step: number; last: boolean }>(own, NOTHING);
  const [solution, setSolution] = useState<PuzzleSolution | null>(null);
  const [asking, setAsking] = useState(false);
  const solved = state.status === "solved";
  const ask = async (job: () => Promise<PuzzleRated | null>) => {
    setAsking(true);
    await job().then(onRated, complain);
    setAsking(false);
  };
  const hint = () =>
    ask(async () => {
      const step = told.step + 1;
      const found = await api.hint({ ...of, moves: [...own], step });
      setTold({ text: found.sentence, step, last: found.move !== null });
      onHint(found.cells);
      announce(found.sentence);
      return found.rated;
    });
  const solve = () =>
    ask(async () => {
      const found = await api.puzzleSolution(of);
      setSolution(found);
      attempt.show({ views: found.views, words: found.words, stays: true });
      announce(
        `${headed(t("puzzle.solutionIs"))} ${found.words.join(", ")}. ${found.why.join(" ")}`,
      );
      return found.rated;
    });
  return (
    <section className="puzzle-help">
      <h2 className="part">{t("puzzle.help")}</h2>
      <div className="row wrap">
        <button type="button" disabled={asking || solved || told.last} onClick={hint}>
          {t(told.step ? "puzzle.hintMore" : "puzzle.hint")}
        </button>
        <button type="button" disabled={asking} onClick={solve}>
          {t("puzzle.solution")}
        </button>
        {state.puzzle.rating !== null && (
          <button type="button" className="quiet" onClick={onNext}>
            {t("puzzle.next")}
          </button>
        )}
      </div>
      {told.text && <p className="puzzle-hint">{told.text}</p>}
      {solution && (
        <>
          <ol className="puzzle-solution" aria-label={t("puzzle.solutionIs")}>
            {solution.words.map((words, index) => (
              <li key={`${index}-${words}`}>
                {capital(words)} <Notation move={solution.moves[index] ?? ""} />
              </li>
            ))}
          </ol>
          <p>{solution.why.join(" ")}</p>
        </>
      )}
      {state.puzzle.rating !== null && state.puzzle.first === null && (
        <p className="small muted">{t("puzzle.helpCounts")}</p>
      )}
      {state.puzzle.proven && <Sharing of={of} id={state.puzzle.id} />}
      {state.code && (
        <p>
          <Link to={`/analysis#${encodeURIComponent(state.code)}`}>{t("puzzle.analyse")}</Link>
        </p>
      )}
    </section>
  );
}

const NOTHING = { text: "", step: 0, last: false };
export const LONGEST_COMMENT = 500;

function Sharing({ of, id }: { of: PuzzleWish; id: string }) {
  const [comment, setComment] = useState("");
  const said: Record<string, string> = comment.trim() ? { comment: comment.trim() } : {};
  const facts = new URLSearchParams(of.code ? { code: of.code, ...said } : said).toString();
  const path = puzzlePath(of.code ? MADE : id);
  return (
    <Fold id="puzzle-share" title={t("puzzle.share")}>
      <div className="puzzle-share">
        <label>
          {t("puzzle.comment")}
          <input
            value={comment}
            maxLength={LONGEST_COMMENT}
            onChange={({ target }) => setComment(target.value)}
          />
        </label>
        <LinkBox
          link={`${location.origin}${addressOf(path)}${facts ? `#${facts}` : ""}`}
          label={t("puzzle.link")}
        />
      </div>
    </Fold>
  );
}
