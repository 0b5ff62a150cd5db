import { t } from "../../i18n";
import { useMedia } from "../../state/settings";
import type { RulePart } from "../../wire";

/** The contents of a rulebook: beside it where there is room, as in styles/rules.css, else folded. */

const BESIDE = "(width >= 62rem)";

type ContentsProps = { parts: readonly RulePart[]; notation: boolean };

export function Contents(props: ContentsProps) {
  const beside = useMedia(BESIDE);
  const list = <ContentList {...props} />;
  return (
    <nav className="contents" aria-label={t("rules.contents")}>
      {beside ? (
        list
      ) : (
        <details>
          <summary>{t("rules.contents")}</summary>
          {list}
        </details>
      )}
    </nav>
  );
}

const ContentList = ({ parts, notation }: ContentsProps) => (
  <ol>
    {parts.map((part) => (
      <li key={part.name}>
        <a href={`#part-${part.name}`}>{part.title}</a>
        <ol>
          {part.rules.map(({ id, title }) => (
            <li key={id}>
              <a href={`#rule-${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </li>
    ))}
    {notation && (
      <li>
        <a href="#rule-Notation">{t("rules.notation")}</a>
      </li>
    )}
    <li>
      <a href="#options">{t("setup.options")}</a>
    </li>
  </ol>
);
