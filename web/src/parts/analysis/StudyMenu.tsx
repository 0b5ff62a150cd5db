import { useState } from "react";
import { t } from "../../i18n";
import { Link } from "../../router";
import { useBox } from "../../state/house";
import { madePath } from "../../state/puzzles";
import type { StudyState } from "../../state/study";
import type { Study } from "../../wire";
import { Dialog } from "../common/Dialog";
import { nearSetUp, SetUp } from "../setup/SetUpLater";
import { LoadPosition } from "./LoadPosition";
import { ShareStudy } from "./ShareStudy";

/** What can be done with the position: play on from it, share it, load another. */

type StudyMenuProps = { state: StudyState; study: Study };

export function StudyMenu({ state, study }: StudyMenuProps) {
  const box = useBox(study.game);
  const [open, setOpen] = useState<"load" | "play" | null>(null);
  const { view, code, options } = study;
  const close = () => setOpen(null);
  return (
    <>
      <div className="row wrap after">
        <button
          type="button"
          {...nearSetUp}
          onClick={() => setOpen("play")}
          disabled={!!view.outcome}
        >
          {t("after.playOn")}
        </button>
        <Link to={madePath(code)} className="button">
          {t("puzzle.make")}
        </Link>
        <ShareStudy study={study} />
        <button type="button" onClick={() => setOpen("load")}>
          {t("analysis.load")}
        </button>
      </div>
      {open === "load" && (
        <Dialog title={t("analysis.load")} onClose={close}>
          <LoadPosition onLoad={(of) => state.load(of).then(close)} />
        </Dialog>
      )}
      {open === "play" && box && (
        <SetUp box={box} from={{ code, options, seats: view.seats.length }} onClose={close} />
      )}
    </>
  );
}
