import { useState } from "react";
import * as api from "../../api";
import { t } from "../../i18n";
import { myName } from "../../state/house";
import { complain, toast } from "../../state/notices";
import { askRatings } from "../../state/you";
import { Dialog } from "../common/Dialog";
import { HouseFile } from "../common/HouseFile";
import { BringAlong } from "./BringAlong";

/** Everything of one's own, to take away, to bring along and to have deleted. */

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
      <HouseFile className="button" path={api.ARCHIVE} download="blockhaus.zip">
        {t("you.export")}
      </HouseFile>
      <BringAlong onDone={onChange} />
      <p className="muted">{t("you.deleteText")}</p>
      <button type="button" className="danger" onClick={() => setAsking(true)}>
        {t("you.delete")}
      </button>
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
