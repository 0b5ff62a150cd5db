import { type Say, t } from "../../i18n";
import type { Past } from "../../state/past";
import type { TableActs, TableState } from "../../state/table";
import type { Cell, Offer, Side, TableFacts } from "../../wire";
import { PlayBoard } from "../game/PlayBoard";
import { Requests } from "./Actions";
import { NextGame } from "./Result";
import { SeatBar } from "./Seats";
import { Status } from "./Status";

/** The middle of a table: its board, whose turn it is, and what cannot be overlooked. */

type TableBoardProps = {
  table: TableFacts;
  past: Past;
  names: string[];
  say: Say;
  state: TableState;
  acts: TableActs;
  mine: boolean;
  offers: readonly Offer[] | null;
  highlight: readonly Cell[];
  side: Side | null;
  ghost: Offer | null;
  onGhost: (offer: Offer | null) => void;
  onPlay: (move: string) => void;
};

export function TableBoard({ table, past, names, state, acts, mine, ...rest }: TableBoardProps) {
  const { say, ...playing } = rest;
  const { view } = past;
  const status = <Status table={table} names={names} say={say} mine={mine} />;
  return (
    <div className="table-board">
      <SeatBar
        names={names}
        table={table}
        seats={view?.seats ?? []}
        toMove={view?.to_move ?? null}
        thinking={state.thinking}
        say={say}
      />
      <Banners past={past} lost={state.line === "lost"} />
      {view ? (
        <PlayBoard
          {...playing}
          view={view}
          status={status}
          say={say}
          why={acts.why}
          seat={table.you.length === 1 ? (table.you[0] ?? null) : null}
          extra={
            <>
              <Requests table={table} names={names} act={acts.act} />
              <NextGame table={table} act={acts.act} />
            </>
          }
        />
      ) : (
        <div className="play">
          <p className="play-board board-none">{t("table.dealt")}</p>
          <div className="play-line">
            <p className="status">{status}</p>
          </div>
        </div>
      )}
    </div>
  );
}

/** What is shown is not what is: an earlier position, or a line that broke. */
function Banners({ past, lost }: { past: Past; lost: boolean }) {
  return (
    <>
      {!past.isNow && (
        <div className="banner">
          {t("past.banner", { n: past.at })}
          <button type="button" onClick={past.now}>
            {t("past.now")}
          </button>
        </div>
      )}
      {lost && (
        <p className="banner" role="status">
          {t("line.lost")}
        </p>
      )}
    </>
  );
}
