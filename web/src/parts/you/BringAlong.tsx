import { useRef, useState } from "react";
import * as api from "../../api";
import { type Key, lang, t } from "../../i18n";
import { useAlone } from "../../state/house";
import { complain } from "../../state/notices";
import { askRatings } from "../../state/you";
import type { Brought } from "../../wire";

/** What was downloaded elsewhere, chosen as a file; before it what comes along, and after it what came. */

export function BringAlong({ onDone }: { onDone: () => void }) {
  const alone = useAlone();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [brought, setBrought] = useState<Brought | null>(null);
  const bring = async (file: File) => {
    setBrought(null);
    setBusy(true);
    try {
      setBrought(await api.bringArchive(file));
      await askRatings();
      onDone();
    } catch (error) {
      complain(error);
    }
    setBusy(false);
  };
  return (
    <>
      <p className="muted">{t("you.importText")}</p>
      <dl className="along">
        <dt>{t("you.comes")}</dt>
        <dd>{t(alone ? "you.comesAlone" : "you.comesText")}</dd>
        <dt>{t("you.stays")}</dt>
        <dd>{t(alone ? "you.staysAlone" : "you.staysText")}</dd>
      </dl>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label={t("you.import")}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void bring(file);
          target.value = "";
        }}
      />
      <button type="button" aria-disabled={busy} onClick={() => busy || input.current?.click()}>
        {t(busy ? "loading" : "you.import")}
      </button>
      <div className="brought" role="status">
        {brought &&
          broughtLines(brought, alone).map((line) => (
            <p key={line} className="hint">
              {line}
            </p>
          ))}
      </div>
    </>
  );
}

const KINDS: [keyof Brought, Key][] = [
  ["games", "you.found"],
  ["puzzles", "puzzle.count"],
  ["steps", "you.steps"],
  ["buildings", "you.buildings"],
];
const FURTHER: [keyof Brought, Key][] = [
  ["rated", "you.broughtRated"],
  ["clocks", "you.broughtClocks"],
  ["left", "you.importedLeft"],
];

/** What came along, and what could not or does not. */
export function broughtLines(brought: Brought, alone: boolean): string[] {
  const counted = (kinds: [keyof Brought, Key][]) =>
    kinds.flatMap(([kind, key]) => (brought[kind] ? [t(key, { n: brought[kind] })] : []));
  const came = counted(KINDS);
  const further = counted(FURTHER);
  const what = new Intl.ListFormat(lang()).format(came);
  const first = came.length ? [t("you.brought", { what })] : [];
  if (!came.length && !further.length) return [t("you.importedNone")];
  return [...first, ...further, ...(came.length && !alone ? [t("you.broughtStayed")] : [])];
}
