import { useEffect } from "react";
import { house } from "../../house";
import { arrival, isOpening, loadedIn } from "../../house/arrival";
import { keepWhenOpen, keptNow, update } from "../../house/keeping";
import { t } from "../../i18n";
import { announce, toast } from "../../state/notices";
import { useStore } from "../../state/store";
import { megabytes } from "../../words";
import "./site.css";

/** What is to be said where the house is in the page: how far it is, what is wrong, what is new. */

export function SiteNews() {
  useEffect(keepWhenOpen, []);
  useEffect(() => keptNow.subscribe(() => toast(t("site.kept"))), []);
  const { isReady, trouble } = useStore(arrival);
  useAgainOnline(trouble === "offline" && !isReady);
  const bringNew = useStore(update);
  return (
    <section className="site-news" aria-label={t("site.news")} data-open={isReady || undefined}>
      {!isReady && !trouble && <Arriving />}
      <div role="alert">
        {trouble && (
          <div className="site-note row wrap">
            <span>{t(`site.${trouble}`)}</span>
            {trouble === "damaged" && (
              <button type="button" onClick={() => house.beginAnew()}>
                {t("site.anew")}
              </button>
            )}
            {trouble === "offline" && (
              <button type="button" onClick={() => location.reload()}>
                {t("site.again")}
              </button>
            )}
            <button type="button" className="quiet" onClick={forgetTrouble}>
              {t("close")}
            </button>
          </div>
        )}
      </div>
      <div role="status">
        {bringNew && (
          <div className="site-note row wrap">
            <span>{t("site.update")}</span>
            <button type="button" onClick={bringNew}>
              {t("site.updateNow")}
            </button>
          </div>
        )}
      </div>
    </section>
  );
}

/** A house that could not be loaded is tried again when there is a network. */
function useAgainOnline(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const again = () => location.reload();
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [wanted]);
}

const forgetTrouble = () => arrival.set({ ...arrival.get(), trouble: null });

const PATIENCE = 1500; // milliseconds after which it is worth a word

/** The line that fills while the house is on its way. What changes with every byte is not said. */
export function Arriving() {
  useEffect(() => {
    let said = false;
    const timer = setTimeout(() => {
      said = true;
      announce(t(isOpening(arrival.get()) ? "site.opening" : "site.starting"));
    }, PATIENCE);
    return () => {
      clearTimeout(timer);
      if (said && arrival.get().isReady) announce(t("site.ready"));
    };
  }, []);
  const arrived = useStore(arrival);
  const { done, total } = loadedIn(arrived);
  if (isOpening(arrived))
    return (
      <div className="site-note arriving">
        <label htmlFor="arriving">{t("site.opening")}</label>
        <progress id="arriving" />
      </div>
    );
  const facts = { done: megabytes(done), total: megabytes(total) };
  return (
    <div className="site-note arriving">
      <label htmlFor="arriving">{t("site.starting")}</label>
      {total > 0 && <span className="muted">{t("site.loaded", facts)}</span>}
      <progress id="arriving" value={total > 0 ? done : undefined} max={total || undefined} />
    </div>
  );
}
