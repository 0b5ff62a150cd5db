import { t } from "../../i18n";
import type { RuleFacts } from "../../wire";
import { LiveFigure } from "./FigureCard";
import type { ShownFigure } from "./figures";
import { RuleText } from "./RuleText";

/** A rule with everything that shows it. */

type RuleSectionProps = {
  game: string;
  rule: RuleFacts;
  figures: readonly ShownFigure[];
  /** The figure that is being tried, by where it stands; one at a time. */
  tried: string | null;
  onTry: (place: string | null) => void;
};

export function RuleSection({ game, rule, figures, tried, onTry }: RuleSectionProps) {
  const full = figures.filter((shown) => shown.full);
  const others = figures.filter((shown) => !shown.full);
  return (
    <section className="rule" id={`rule-${rule.id}`} tabIndex={-1}>
      <h3>{rule.title}</h3>
      <RuleText rule={rule} />
      {full.length > 0 && (
        <div className="figures">
          {full.map(({ figure, first }) => {
            const place = `${rule.id} ${figure.name}`;
            return (
              <LiveFigure
                key={figure.name}
                game={game}
                figure={figure}
                id={first ? `figure-${figure.name}` : undefined}
                live={tried === place}
                onTry={(wanted) => onTry(wanted ? place : null)}
              />
            );
          })}
        </div>
      )}
      {others.length > 0 && (
        <p className="small muted">
          {t("rules.also")}{" "}
          {others.map(({ figure: { name, title } }, index) => (
            <span key={name}>
              {index > 0 && " · "}
              <a href={`#figure-${name}`}>{title}</a>
            </span>
          ))}
        </p>
      )}
    </section>
  );
}
