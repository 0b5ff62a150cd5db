import { useEffect, useState } from "react";
import { t } from "../../i18n";
import { useHouse } from "../../state/house";
import type { JudgedDecision, Review as ReviewFound, Seat } from "../../wire";
import { percent } from "../../words";
import { ChancesCurve } from "./ChancesCurve";
import { marksOf, useReview } from "./useReview";

/** A finished game gone over: the curve of chances, the turning points and the better moves. */

type ReviewProps = {
  game: string;
  id: string;
  at: number;
  seats: readonly Seat[];
  names: string[];
  onJump: (number: number) => void;
  onLine: (number: number, line: readonly string[]) => void;
  onMarks: (marks: Record<number, string>) => void;
};

export function Review({ game, id, at, seats, names, onJump, onLine, onMarks }: ReviewProps) {
  const [wanted, setWanted] = useState(false);
  const found = useReview(id, wanted);
  const review = found?.review ?? null;
  const warming = useHouse()?.ready[game] === false;
  useEffect(() => onMarks(marksOf(review)), [review, onMarks]);
  if (!wanted)
    return (
      <button type="button" onClick={() => setWanted(true)}>
        {t("review.start")}
      </button>
    );
  const now = review?.decisions[at - 1];
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
          {now && <Judgement decision={now} names={names} onLine={onLine} />}
          <TurningPoints review={review} names={names} onJump={onJump} />
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

type TurningPointsProps = AccuraciesProps & { onJump: ReviewProps["onJump"] };

function TurningPoints({ review, names, onJump }: TurningPointsProps) {
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
                <b>{decision.move}</b> {names[decision.seat]}: {percent(decision.best_win)} →{" "}
                {percent(decision.win)}
              </button>
            </li>
          ) : null;
        })}
      </ul>
    </>
  );
}

type JudgementProps = { decision: JudgedDecision; names: string[]; onLine: ReviewProps["onLine"] };

function Judgement({ decision, names, onLine }: JudgementProps) {
  const { judgement, move, best, line, number } = decision;
  const luck = decision.luck[decision.seat] ?? 0;
  return (
    <div className="judgement" role="status">
      <p>
        <b>{move}</b> ({names[decision.seat]}): {t(`judgement.${judgement}`)}
        {Math.abs(luck) > 0.02 && ` ${t("review.luck", { percent: percent(luck) })}`}
      </p>
      {best !== move && (
        <p>
          <button type="button" onClick={() => onLine(number - 1, line)}>
            {t("review.better", { move: best })}
          </button>{" "}
          <span className="muted">{line.join(" ")}</span>
        </p>
      )}
    </div>
  );
}
