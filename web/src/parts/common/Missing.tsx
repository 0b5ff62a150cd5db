import { t } from "../../i18n";
import { Link } from "../../router";

/** A page for what is not there, with the way back to the games. */
export function Missing({ text, more }: { text?: string; more?: string | undefined }) {
  return (
    <div className="page narrow missing">
      <h1>{t("missing.title")}</h1>
      {text && <p>{text}</p>}
      {more && <p>{more}</p>}
      <p>
        <Link to="/" className="button primary">
          {t("missing.home")}
        </Link>
      </p>
    </div>
  );
}
