import { useState } from "react";
import * as api from "../../api";
import { t } from "../../i18n";
import { Link } from "../../router";
import { announce, complain } from "../../state/notices";
import { puzzlePath } from "../../state/puzzles";

/** A turning point to come back to: kept in the house as a puzzle of one's own. */

type KeepMistakeProps = { table: string; number: number; best: string };

export function KeepMistake({ table, number, best }: KeepMistakeProps) {
  const [kept, setKept] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    try {
      const { puzzle } = await api.keepMistake({ table, number, best });
      setKept(puzzle);
      announce(t("puzzle.kept"));
    } catch (error) {
      complain(error);
    }
    setBusy(false);
  };
  if (kept) return <Link to={puzzlePath(kept)}>{t("puzzle.kept")}</Link>;
  return (
    <button type="button" className="keep small" disabled={busy} onClick={keep}>
      {t("puzzle.keep")}
    </button>
  );
}
