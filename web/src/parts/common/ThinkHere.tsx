import { useEffect } from "react";
import { house } from "../../house";
import { loadedIn } from "../../house/arrival";
import { standingOf, thinking } from "../../house/thinking";
import { t } from "../../i18n";
import { useHouse } from "../../state/house";
import { announce, toast } from "../../state/notices";
import { change, useMedia, useSettings } from "../../state/settings";
import { useStore } from "../../state/store";
import { megabytes } from "../../words";

/** Whether this device thinks by itself, and how far it is with that. */

/**
 * Tells the house what this device takes upon itself, and the person how that goes. Who has installed
 * the house comes back to it: there everything is loaded at once.
 */
export function ThinkingNews() {
  const { here } = useSettings();
  const offer = useHouse()?.thinking ?? null;
  const installed = useMedia("(display-mode: standalone)");
  useEffect(() => house.thinkHere(here ? offer : null, installed), [here, offer, installed]);
  const standing = standingOf(useStore(thinking));
  useEffect(() => {
    if (standing === "failed") toast(t("here.failed"));
    else if (standing !== "waiting") announce(t(`here.${standing}`));
  }, [standing]);
  return null;
}

/** The switch in the settings; not there where the house has nothing to think with. */
export function ThinkHere() {
  const { here } = useSettings();
  const offered = useHouse()?.thinking;
  if (!offered) return null;
  return (
    <div className="think-here">
      <label className="check">
        <input
          type="checkbox"
          checked={here}
          aria-describedby="think-here-about"
          onChange={({ target }) => change({ here: target.checked })}
        />
        <span>{t("settings.here")}</span>
      </label>
      <p id="think-here-about" className="small muted">
        {t("here.about")}
      </p>
      {here && <HowFar />}
    </div>
  );
}

/** In words. What changes with every byte is not said: the beginning and the end are. */
function HowFar() {
  const arrived = useStore(thinking);
  const standing = standingOf(arrived);
  const { done, total } = arrived ? loadedIn(arrived) : { done: 0, total: 0 };
  return (
    <p className="small" data-standing={standing}>
      {t(`here.${standing}`)}
      {standing === "loading" &&
        total > 0 &&
        ` ${t("site.loaded", { done: megabytes(done), total: megabytes(total) })}`}
    </p>
  );
}
