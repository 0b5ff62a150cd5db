import { useEffect, useRef } from "react";
import * as api from "../api";
import { addressOf, queryHere } from "../base";
import { t, useLang } from "../i18n";
import { LoadPosition } from "../parts/analysis/LoadPosition";
import { StudyBoard } from "../parts/analysis/StudyBoard";
import { complain } from "../state/notices";
import { keepFor, kept } from "../state/parts";
import { type Lines, useStudy } from "../state/study";

/** A board for looking at games: every seat's moves are free, lines branch, the computer advises. */

type AnalysisPageProps = {
  /** The table whose record is looked at, and after how many decisions. */
  table?: string | undefined;
  at?: string | undefined;
};

/** What the address asks for: a table's record at a place, or a position code. */
async function asked({ table, at = "0" }: AnalysisPageProps) {
  const hash = decodeURIComponent(location.hash.slice(1));
  if (table) {
    const record = await api.recordOf(table);
    return { of: { record, number: Number(at) }, line: hash.split(" ").filter(Boolean) };
  }
  const code = queryHere().get("code") || hash;
  return code ? { of: { code }, line: [] } : null;
}

export function AnalysisPage({ table, at }: AnalysisPageProps) {
  useLang();
  const state = useStudy();
  const { load, restore, lines, study } = state;
  const own = useRef("");
  // Loads what the address says, unless it is what we wrote there.
  useEffect(() => {
    if (own.current === location.hash && own.current) return;
    const left = kept<Lines>("lines");
    if (left) return void restore(left).catch(complain);
    asked({ table, at })
      .then((wanted) => wanted && load(wanted.of, wanted.line))
      .catch(complain);
  }, [table, at, load, restore]);
  useEffect(() => keepFor("lines", () => lines), [lines]);
  useEffect(() => {
    document.title = t("title.page", { page: t("analysis.title") });
  });
  useEffect(() => {
    if (!study) return;
    own.current = `#${encodeURIComponent(study.code)}`;
    history.replaceState(null, "", addressOf(`/analysis${own.current}`));
  }, [study]);
  if (!study || !state.lines)
    return (
      <div className="page narrow">
        <h1>{t("analysis.title")}</h1>
        <p className="muted">{t("analysis.text")}</p>
        <LoadPosition onLoad={load} />
      </div>
    );
  return <StudyBoard state={state} study={study} />;
}
