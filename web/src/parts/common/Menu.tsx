import { useState } from "react";
import { type Lang, languages, t, useLang } from "../../i18n";
import { myName, setName } from "../../state/house";
import { toast } from "../../state/notices";
import { change, type Settings, useSettings } from "../../state/settings";
import { useStore } from "../../state/store";
import { Dialog } from "./Dialog";
import { NameForm } from "./NameForm";
import { ThinkHere } from "./ThinkHere";

/** Language, look and habits, kept in this browser. */

export function Menu() {
  useLang();
  const [open, setOpen] = useState(false);
  const called = useStore(myName);
  return (
    <>
      <button type="button" className="quiet" onClick={() => setOpen(true)} aria-haspopup="dialog">
        <Sliders />
        <span>{called || t("settings.title")}</span>
      </button>
      {open && <SettingsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const Sliders = () => (
  <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
    <path d="M2.5 6h15M2.5 14h15" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
    <circle cx="7" cy="6" r="2.9" fill="currentColor" />
    <circle cx="13" cy="14" r="2.9" fill="currentColor" />
  </svg>
);

const themes: Settings["theme"][] = ["auto", "light", "dark"];
const switches = ["animations", "pace", "patterns", "confirm", "taps", "sound", "text"] as const;

function SettingsDialog({ onClose }: { onClose: () => void }) {
  const settings = useSettings();
  return (
    <Dialog title={t("settings.title")} onClose={onClose}>
      <div className="settings">
        <div className="field">
          <span>{t("me.name")}</span>
          <NameForm
            start={myName.get() ?? ""}
            button={t("save")}
            onGo={async (called) => {
              await setName(called);
              toast(t("me.saved"));
            }}
          />
        </div>
        <label className="field">
          <span>{t("settings.language")}</span>
          <select
            value={settings.lang}
            onChange={({ target }) => change({ lang: target.value as Lang | "auto" })}
          >
            <option value="auto">{t("settings.browser")}</option>
            {Object.entries(languages).map(([code, called]) => (
              <option key={code} value={code} lang={code}>
                {called}
              </option>
            ))}
          </select>
        </label>
        <fieldset className="field">
          <legend>{t("settings.theme")}</legend>
          <div className="segments">
            {themes.map((theme) => (
              <button
                type="button"
                key={theme}
                aria-pressed={settings.theme === theme}
                onClick={() => change({ theme })}
              >
                {t(`theme.${theme}`)}
              </button>
            ))}
          </div>
        </fieldset>
        {switches.map((key) => (
          <label key={key} className="check">
            <input
              type="checkbox"
              checked={settings[key]}
              onChange={({ target }) => change({ [key]: target.checked })}
            />
            <span>{t(`settings.${key}`)}</span>
          </label>
        ))}
        <ThinkHere />
      </div>
    </Dialog>
  );
}
