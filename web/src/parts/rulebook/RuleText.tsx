import { t } from "../../i18n";
import type { RuleFacts } from "../../wire";

/** What a rule says, and why it is so where that is our own ruling. */
export function RuleText({ rule }: { rule: RuleFacts }) {
  return (
    <div className="rule-text">
      {rule.text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {rule.reason && (
        <p className="rule-reason">
          <b>{t("rules.ruling")}</b> {rule.reason}
        </p>
      )}
    </div>
  );
}
