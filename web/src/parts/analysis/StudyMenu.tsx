import { useState } from "react";
import { t } from "../../i18n";
import { useBox } from "../../state/house";
import { complain } from "../../state/notices";
import type { StudyState } from "../../state/study";
import type { Study } from "../../wire";
import { Dialog } from "../common/Dialog";
import { copy, LinkBox } from "../common/Sharing";
import { SetUp } from "../setup/SetUp";
import { LoadPosition } from "./LoadPosition";

/** What can be done with the position: play on from it, share it, load another. */

type StudyMenuProps = { state: StudyState; study: Study };

export function StudyMenu({ state, study }: StudyMenuProps) {
  const box = useBox(study.game);
  const [open, setOpen] = useState<"load" | "share" | "play" | null>(null);
  const { view, code, options } = study;
  const close = () => setOpen(null);
  return (
    <>
      <div className="row wrap after">
        <button type="button" onClick={() => setOpen("play")} disabled={!!view.outcome}>
          {t("after.playOn")}
        </button>
        <button type="button" onClick={() => setOpen("share")}>
          {t("analysis.share")}
        </button>
        <button type="button" onClick={() => setOpen("load")}>
          {t("analysis.load")}
        </button>
      </div>
      {open === "load" && (
        <Dialog title={t("analysis.load")} onClose={close}>
          <LoadPosition onLoad={(of) => state.load(of).then(close)} />
        </Dialog>
      )}
      {open === "share" && <ShareDialog code={code} onClose={close} />}
      {open === "play" && box && (
        <SetUp box={box} from={{ code, options, seats: view.seats.length }} onClose={close} />
      )}
    </>
  );
}

function ShareDialog({ code, onClose }: { code: string; onClose: () => void }) {
  return (
    <Dialog title={t("analysis.share")} onClose={onClose}>
      <LinkBox link={location.href} label={t("analysis.link")} />
      <p className="muted small">{t("analysis.code")}</p>
      <p className="hashes">{code}</p>
      <button type="button" onClick={() => copy(code).catch(complain)}>
        {t("copy")}
      </button>
    </Dialog>
  );
}
