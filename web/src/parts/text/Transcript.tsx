import { t } from "../../i18n";
import type { Spoken } from "../../state/transcript";

/** What was said so far, to be read again; it is spoken elsewhere, so that it is heard once. */
export function Transcript({ lines }: { lines: readonly Spoken[] }) {
  if (!lines.length) return null;
  return (
    <>
      <h3>{t("ear.said")}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <ol className="ear-said" aria-label={t("ear.said")} tabIndex={0} reversed>
        {lines.map(({ id, text, asked }) => (
          <li key={id}>
            {asked && <b>{asked} </b>}
            {text}
          </li>
        ))}
      </ol>
    </>
  );
}
