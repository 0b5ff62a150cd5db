import { useState } from "react";
import { t } from "../../i18n";
import { useBox } from "../../state/house";
import { nearSetUp, SetUp } from "../setup/SetUpLater";

/** What follows the short game: the sheet before a whole one. */
export function FullGame({ game }: { game: string }) {
  const box = useBox(game);
  const [open, setOpen] = useState(false);
  if (!box) return null;
  return (
    <>
      <button type="button" {...nearSetUp} onClick={() => setOpen(true)}>
        {t("learn.full")}
      </button>
      {open && <SetUp box={box} onClose={() => setOpen(false)} />}
    </>
  );
}
