import { useEffect } from "react";
import { type Say, t } from "../../i18n";
import { useHouse } from "../../state/house";
import type { Decided, JudgedDecision, Review as ReviewFound, Seat } from "../../wire";
import { capital, headed, percent } from "../../words";
import { ChancesCurve } from "./ChancesCurve";
import { KeepMistake } from "./KeepMistake";
import { marksOf, type ReviewState } from "./useReview";

/** A finished game gone over: the curve of chances, the turning points and the better moves. */

type ReviewProps = {
  game: string;
  id: string;
  found: ReviewState;
  at: number;
  seats: readonly Seat[];
  names: string[];
  moves: readonly Decided[];
  say: Say;
  onJump: (number: number) => void;
  onLine: (number: number, line: readonly string[]) => void;
  onMarks: (marks: Record<number, string>) => void;
};

export function Review({ game, id, at, seats, names, moves, say, ...on }: ReviewProps) {
  const { onJump, onLine, onMarks } = on;
  const { found } = on.found;
  const review = found?.review ?? null;
  const warming = useHouse()?.ready[game] === false && !review; // a device may not have to wait
  useEffect(() => onMarks(marksOf(review)), [review, onMarks]);
  const now = review?.decisions[at - 1];
  const words = ({ number, move }: JudgedDecision) => {
    const played = moves[number - 1];
    return played ? capital(say(played.words)) : move;
  };
  return (
    <section className="review" aria-label={t("review.title")}>
      <h2 className="part">{t("review.title")}</h2>
      {(!found || found.progress < 1) && (
        <progress value={found?.progress ?? 0} max={1} aria-label={t("review.working")} />
      )}
      {warming && (
        <p className="small muted" role="status">
          {t("warming.review")}
        </p>
      )}
      {review && (
        <>
          <ChancesCurve
            points={[review.start, ...review.decisions.map(({ after }) => after)]}
            seats={seats}
            at={at}
            marks={review.turning_points}
            onJump={onJump}
          />
          <Accuracies review={review} names={names} />
          {now && (
            <Judgement decision={now} words={words(now)} names={names} say={say} onLine={onLine} />
          )}
          <TurningPoints id={id} review={review} words={words} names={names} onJump={onJump} />
        </>
      )}
    </section>
  );
}

type AccuraciesProps = { review: ReviewFound; names: string[] };

function Accuracies({ review, names }: AccuraciesProps) {
  return (
    <ul className="review-seats">
      {review.seats.map(({ seat, accuracy }) => (
        <li key={seat}>
          {names[seat]}
          {accuracy !== null && (
            <b> {t("review.accuracy", { percent: percent(accuracy / 100) })}</b>
          )}
        </li>
      ))}
    </ul>
  );
}

type TurningPointsProps = AccuraciesProps & {
  id: string;
  words: (decision: JudgedDecision) => string;
  onJump: ReviewProps["onJump"];
};

function TurningPoints({ id, review, names, words, onJump }: TurningPointsProps) {
  return (
    <>
      <h3>{t("review.turning")}</h3>
      {review.turning_points.length === 0 && <p className="muted">{t("review.none")}</p>}
      <ul className="turning">
        {review.turning_points.map((number) => {
          const decision = review.decisions[number - 1];
          return decision ? (
            <li key={number}>
              <button type="button" className="quiet" onClick={() => onJump(number)}>
                <span>
                  <span className="muted">{decision.turn}.</span>{" "}
                  {headed(names[decision.seat] ?? "")} <b>{words(decision)}</b>{" "}
                  <small className="notation-beside">{decision.move}</small>
                </span>
                <span className="turning-chances">
                  {percent(decision.best_win)} → {percent(decision.win)}
                </span>
              </button>
              <KeepMistake table={id} number={number} best={decision.best} />
            </li>
          ) : null;
        })}
      </ul>
    </>
  );
}

/** A line of play: short to look at, in words to point at and to listen to. */
function Line({ moves, said }: { moves: readonly string[]; said: string[] }) {
  const words = said.map(capital).join(", ");
  return (
    <small className="notation-beside" title={words}>
      <span aria-hidden="true">{moves.join(" ")}</span>
      <span className="unseen">{words}</span>
    </small>
  );
}

type JudgementProps = Pick<ReviewProps, "names" | "say" | "onLine"> & {
  decision: JudgedDecision;
  words: string;
};

function Judgement({ decision, words, names, say, onLine }: JudgementProps) {
  const { judgement, move, best, better, line, said, number } = decision;
  const luck = decision.luck[decision.seat] ?? 0;
  return (
    <div className="judgement" role="status">
      <p>
        {headed(names[decision.seat] ?? "")} <b>{words}</b>{" "}
        <small className="notation-beside">{move}</small>, {t(`judgement.${judgement}`)}
        {Math.abs(luck) > 0.02 && ` ${t("review.luck", { percent: percent(luck) })}`}
      </p>
      {best !== move && (
        <p>
          <button type="button" onClick={() => onLine(number - 1, line)}>
            {t("review.better", { move: say(better) })}
          </button>{" "}
          <Line moves={line} said={said.map((one) => say(one))} />
        </p>
      )}
    </div>
  );
}
