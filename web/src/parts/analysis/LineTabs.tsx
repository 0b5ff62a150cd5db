import { t } from "../../i18n";
import type { StudyState } from "../../state/study";

/** The lines of play, where there are several: to go to, or to drop. */
export function LineTabs({ state }: { state: StudyState }) {
  const { lines } = state;
  if (!lines || lines.lines.length < 2) return null;
  return (
    <ul className="line-tabs" aria-label={t("analysis.lines")}>
      {lines.lines.map((line, index) => (
        <li key={line.join(" ")}>
          <button
            type="button"
            aria-pressed={index === lines.line}
            onClick={() => state.jump(Math.min(lines.at, line.length), index)}
          >
            {t("analysis.line", { n: index + 1 })}{" "}
            <span className="muted">{line.slice(-3).join(" ")}</span>
          </button>
          <button
            type="button"
            className="quiet icon"
            aria-label={t("analysis.drop", { n: index + 1 })}
            onClick={() => state.drop(index)}
          >
            {"×"}
          </button>
        </li>
      ))}
    </ul>
  );
}
