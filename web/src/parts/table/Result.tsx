import { useState } from "react";
import * as api from "../../api";
import { type Say, t } from "../../i18n";
import { Link } from "../../router";
import { useBox } from "../../state/house";
import { complain } from "../../state/notices";
import type { TableActs } from "../../state/table";
import type { TableFacts } from "../../wire";
import { endText, resultText } from "../../words";
import { copy } from "../common/Sharing";
import { SetUp } from "../setup/SetUp";
import { RatingNews } from "../you/RatingNews";

/** After the game: who won and why, the next game, the record, and ways to look deeper. */

type ResultProps = {
  table: TableFacts;
  names: string[];
  say: Say;
  act: TableActs["act"];
};

export function ResultPanel({ table, names, say, act }: ResultProps) {
  const { result, match, next, you, offers } = table;
  if (!result) return null;
  const wanted = you.some((seat) => offers.rematch.includes(seat));
  const other = offers.rematch.find((seat) => !you.includes(seat));
  return (
    <section className="result" aria-label={t("result.title")}>
      <h2>{resultText(result, names, you)}</h2>
      <p>{endText(result, say)}</p>
      <ul className="scores">
        {result.scores?.map((score, seat) => (
          <li key={seat}>
            {names[seat]} <b>{score}</b>
          </li>
        ))}
      </ul>
      {table.ranked && <RatingNews table={table} />}
      {match.played > 1 && (
        <p className="muted">
          {t("result.match", { score: match.scores.join(" : "), n: match.played })}
        </p>
      )}
      <div className="row wrap">
        <NextGame table={table} act={act} />
        {other !== undefined && !wanted && !next && (
          <span role="status">{t("rematch.wanted", { who: names[other] ?? "" })}</span>
        )}
      </div>
    </section>
  );
}

/** The next game, or the wish for one. */
export function NextGame({ table, act }: Pick<ResultProps, "table" | "act">) {
  const { next, you, offers, result } = table;
  if (!result) return null;
  if (next)
    return (
      <Link to={`/table/${next}`} className="button primary again">
        {t("rematch.next")}
      </Link>
    );
  if (!you.length) return null;
  const wanted = you.some((seat) => offers.rematch.includes(seat));
  return (
    <button
      type="button"
      className="primary again"
      disabled={wanted}
      onClick={() => act("rematch", { share: api.share() }).catch(complain)}
    >
      {wanted ? t("rematch.waiting") : t("rematch")}
    </button>
  );
}

/** The record and what can be done from the position shown. */
export function AfterGame({ table, at }: { table: TableFacts; at: number }) {
  const box = useBox(table.game);
  const [playing, setPlaying] = useState<string | null>(null);
  const code = async () => {
    const record = await api.recordOf(table.id);
    return (await api.study({ record, number: at })).code;
  };
  const record = () => api.recordOf(table.id);
  const download = async () => {
    const url = URL.createObjectURL(new Blob([await record()], { type: "text/plain" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = `${table.game}-${table.id}.txt`;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <div className="row wrap after">
      <Link to={`/analysis/table/${table.id}/${at}`} className="button">
        {t("after.analyse")}
      </Link>
      <button type="button" onClick={() => code().then(setPlaying, complain)}>
        {t("after.playOn")}
      </button>
      <button type="button" onClick={() => record().then(copy).catch(complain)}>
        {t("after.copy")}
      </button>
      <button type="button" onClick={() => download().catch(complain)}>
        {t("after.download")}
      </button>
      {playing && box && (
        <SetUp
          box={box}
          from={{ code: playing, options: table.options, seats: table.seats.length }}
          onClose={() => setPlaying(null)}
        />
      )}
    </div>
  );
}
