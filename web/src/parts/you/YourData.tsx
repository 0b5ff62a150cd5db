import { useRef, useState } from "react";
import * as api from "../../api";
import { t } from "../../i18n";
import { myName } from "../../state/house";
import { complain, toast } from "../../state/notices";
import { askRatings } from "../../state/you";
import { Dialog } from "../common/Dialog";
import { HouseFile } from "../common/HouseFile";

/** Everything of one's own, to take away and to have deleted. */

export function YourData({ onChange }: { onChange: () => void }) {
  const [asking, setAsking] = useState(false);
  const forget = async () => {
    setAsking(false);
    await api.forgetMe();
    myName.set("");
    await askRatings();
    toast(t("you.gone"));
    onChange();
  };
  return (
    <section className="you-part">
      <h2>{t("you.data")}</h2>
      <p className="muted">{t("you.dataText")}</p>
      <div className="row wrap">
        <HouseFile className="button" path={api.ARCHIVE} download="blockhaus.zip">
          {t("you.export")}
        </HouseFile>
        <button type="button" className="danger" onClick={() => setAsking(true)}>
          {t("you.delete")}
        </button>
      </div>
      <p className="muted">{t("you.importText")}</p>
      <BringAlong onDone={onChange} />
      {asking && (
        <Dialog title={t("you.delete")} onClose={() => setAsking(false)}>
          <p>{t("you.deleteSure")}</p>
          <div className="row end wrap">
            <button type="button" onClick={() => setAsking(false)} data-focus>
              {t("cancel")}
            </button>
            <button type="button" className="danger" onClick={() => forget().catch(complain)}>
              {t("you.deleteYes")}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

/** How many games came along, and how many could not. */
export function broughtText(games: number, left: number): string {
  if (!games && !left) return t("you.importedNone");
  const came = t("you.imported", { n: games });
  return left ? `${came} ${t("you.importedLeft", { n: left })}` : came;
}

/** What was downloaded elsewhere, chosen as a file. */
function BringAlong({ onDone }: { onDone: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const bring = async (file: File) => {
    const { games, left } = await api.bringArchive(file);
    toast(broughtText(games, left ?? 0));
    onDone();
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label={t("you.import")}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (!file) return;
          setBusy(true);
          bring(file)
            .catch(complain)
            .finally(() => setBusy(false));
          target.value = "";
        }}
      />
      <button type="button" disabled={busy} onClick={() => input.current?.click()}>
        {t("you.import")}
      </button>
    </>
  );
}
