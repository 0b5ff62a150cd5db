import { t } from "../../i18n";
import { complain } from "../../state/notices";
import type { TableActs } from "../../state/table";
import type { TableFacts, WarningMessage } from "../../wire";
import { useAnswer } from "../game/useAnswer";
import type { useHints } from "./useHints";

/** Help for one person among computers: hints step by step, and a coach who speaks up in time. */

export function HintButton({ hints }: { hints: ReturnType<typeof useHints> }) {
  const name = t(hints.next > 1 ? "hint.more" : "hint.ask");
  return (
    <button
      type="button"
      className="hint-button"
      aria-label={name}
      title={name}
      disabled={hints.busy || hints.last}
      onClick={hints.ask}
    >
      <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
        <path
          d="M8 1a4.8 4.8 0 0 0-2.6 8.8c.4.3.6.7.6 1.2h4c0-.5.2-.9.6-1.2A4.8 4.8 0 0 0 8 1zM6 12h4v1H6zM6.5 14h3v1h-3z"
          fill="currentColor"
        />
      </svg>
    </button>
  );
}

type CoachProps = { table: TableFacts; act: TableActs["act"] };

/** Whether the coach looks on, and what help does to a rating. */
export function CoachChoice({ table, act }: CoachProps) {
  const { help, ranked, state } = table;
  if (!help.mine || state !== "running") return null;
  return (
    <div className="help-choice">
      {help.coachable && (
        <label className="check">
          <input
            type="checkbox"
            checked={help.coach}
            onChange={() => act(help.coach ? "coach-off" : "coach-on").catch(complain)}
          />
          <span>{t("coach.wish")}</span>
          <span className="hint">{t("coach.about")}</span>
        </label>
      )}
      {ranked && <p className="hint">{t(help.helped.length ? "hint.unrated" : "hint.costs")}</p>}
    </div>
  );
}

/** How many hints a seat had; nothing where nobody had any. */
export function HintCount({ table, names }: { table: TableFacts; names: string[] }) {
  const { hints } = table.help;
  const seats = [...new Set(hints.map(({ seat }) => seat))];
  return seats.map((seat) => {
    const n = hints.filter((hint) => hint.seat === seat).length;
    return (
      <p key={seat} className="muted hint-count">
        {t("hint.count", { who: names[seat] ?? "", n })}
      </p>
    );
  });
}

/** Signs beside the decisions that were made with hints, by their number. */
export const hintMarks = ({ help }: TableFacts): Record<number, string> =>
  Object.fromEntries(help.hints.map(({ number }) => [number + 1, t("hint.mark")]));

type CoachWarningProps = { warned: WarningMessage; onBack: () => void; onPlay: () => void };

/** What the coach says before a decision counts; nothing is played before the answer. */
export function CoachWarning({ warned, onBack, onPlay }: CoachWarningProps) {
  const answer = useAnswer();
  return (
    <div className="question coach" role="alertdialog" aria-label={t("coach.title")}>
      <p>
        {warned.sentence}{" "}
        {warned.told.length > 0 && t("coach.end", { told: warned.told.join(" ") })}
      </p>
      <div className="row">
        <button type="button" ref={answer} className="primary" onClick={onBack}>
          {t("coach.back")}
        </button>
        <button type="button" onClick={onPlay}>
          {t("coach.play")}
        </button>
      </div>
    </div>
  );
}
