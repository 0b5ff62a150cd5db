import { type Say, t } from "../../i18n";
import { Link, navigate } from "../../router";
import type { Past } from "../../state/past";
import type { TableActs, TableState } from "../../state/table";
import type { TableFacts } from "../../wire";
import type { Highlight } from "../game/Tally";
import { ViewFacts } from "../game/ViewPanels";
import { Withdraw } from "../lobby/Withdraw";
import { FairDraw } from "./FairDraw";
import { SeatActions } from "./SeatActions";
import { Seats } from "./Seats";

/** Who plays, how they stand, and how the draw can be checked. */

type PlayersPanelProps = {
  table: TableFacts;
  past: Past;
  names: string[];
  say: Say;
  title: string;
  state: TableState;
  act: TableActs["act"];
  onHighlight: (highlight: Highlight) => void;
  handless: boolean;
};

/** One's own table, at which nobody else has sat down yet. */
const isWithdrawable = ({ state, host, seats, you }: TableFacts) =>
  state === "waiting" &&
  host &&
  seats.every(({ kind, seat }) => kind !== "person" || you.includes(seat));

export function PlayersPanel({ table, past, names, say, title, ...rest }: PlayersPanelProps) {
  const { state, act, onHighlight, handless } = rest;
  const { view } = past;
  const { scores, played } = table.match;
  return (
    <>
      <header className="row between">
        <h2>{title}</h2>
        <Link to={`/rules/${table.game}`}>{t("rules.link")}</Link>
      </header>
      <Seats
        table={table}
        names={names}
        seats={view?.seats ?? []}
        toMove={view?.to_move ?? null}
        thinking={state.thinking}
        say={say}
        extra={(place) => <SeatActions table={table} place={place} act={act} say={say} />}
      />
      {isWithdrawable(table) && (
        <Withdraw id={table.id} game={title} plain onDone={() => navigate("/")} />
      )}
      {state.watching > 0 && (
        <p className="muted small">{t("table.watching", { n: state.watching })}</p>
      )}
      {table.ranked && table.state !== "over" && (
        <p className="muted small">{t(table.firm ? "ranked.alone" : "ranked.here")}</p>
      )}
      {table.known_deal && <p className="muted small">{t("deal.known")}</p>}
      {played > 0 && table.state !== "over" && (
        <p className="muted small">{t("result.match", { score: scores.join(" : "), n: played })}</p>
      )}
      {view && (
        <ViewFacts
          view={view}
          names={names}
          say={say}
          onHighlight={onHighlight}
          handless={handless}
        />
      )}
      <FairDraw table={table} names={names} />
    </>
  );
}
