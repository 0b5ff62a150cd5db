import { t } from "../../i18n";

/** In place of a page that is on its way. */
export function Loading() {
  return (
    <p className="page muted" role="status">
      {t("loading")}
    </p>
  );
}
