import { type ReactNode, useEffect, useRef, useState } from "react";
import * as api from "../../api";
import { type Say, t } from "../../i18n";
import { Link } from "../../router";
import { useBox } from "../../state/house";
import { complain } from "../../state/notices";
import type { TableActs } from "../../state/table";
import type { TableFacts } from "../../wire";
import { colourName, endText, resultText } from "../../words";
import { Chip } from "../common/Chip";
import { copy } from "../common/Sharing";
import { nearSetUp, SetUp } from "../setup/SetUpLater";
import { RatingNews } from "../you/RatingNews";
import { HintCount } from "./Help";

/** After the game: who won and why, the next game, the record, and ways to look deeper. */

type ResultProps = {
  table: TableFacts;
  names: string[];
  say: Say;
  act: TableActs["act"];
  children?: ReactNode;
  /** Begins the review; absent once it has begun. */
  onReview?: (() => void) | undefined;
};

export function ResultPanel(props: ResultProps) {
  const { table, names, say, act, children, onReview } = props;
  const { result, match, you } = table;
  const place = useRef<HTMLElement>(null);
  // Whoever had scrolled down, to the chat or the list of moves, still sees how it ended.
  useEffect(() => {
    if (result) place.current?.closest(".panels")?.scrollTo(0, 0);
  }, [result]);
  if (!result) return null;
  return (
    <section ref={place} className="result" aria-label={t("result.title")}>
      <h2>{resultText(result, names, you)}</h2>
      <p>{endText(result, names, say, you)}</p>
      <ul className="scores">
        {result.scores?.map((score, seat) => (
          <li key={seat}>
            <Player table={table} seat={seat} name={names[seat] ?? ""} say={say} /> <b>{score}</b>
          </li>
        ))}
      </ul>
      <HintCount table={table} names={names} />
      {table.ranked && table.help.helped.length > 0 && <p className="muted">{t("hint.unrated")}</p>}
      {table.ranked && <RatingNews table={table} />}
      {children}
      {match.played > 1 && (
        <p className="muted">
          {t("result.match", { score: match.scores.join(" : "), n: match.played })}
        </p>
      )}
      <div className="row wrap">
        <NextGame table={table} act={act} />
        {onReview && (
          <button type="button" onClick={onReview}>
            {t("review.start")}
          </button>
        )}
      </div>
    </section>
  );
}

type PlayerProps = Pick<ResultProps, "table" | "say"> & { seat: number; name: string };

/** Who sat where, with the colour by which sentences about the game call them. */
function Player({ table, seat, name, say }: PlayerProps) {
  const colour = table.seats[seat]?.colour ?? "";
  const called = colourName(say, colour);
  return (
    <>
      <Chip colour={colour} name={called} small /> {name}
      {name !== called && <span className="muted"> ({called})</span>}
    </>
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

type AfterGameProps = {
  table: TableFacts;
  at: number;
  /** Whether the game goes no further from the position shown. */
  final: boolean;
};

/** The record and what can be done from the position shown. */
export function AfterGame({ table, at, final }: AfterGameProps) {
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
      {!final && (
        <button type="button" {...nearSetUp} onClick={() => code().then(setPlaying, complain)}>
          {t("after.playOn")}
        </button>
      )}
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
