import type { ReactNode } from "react";
import { type Say, t } from "../../i18n";
import type { Past } from "../../state/past";
import type { TableActs, TableState } from "../../state/table";
import type { Cell, Offer, Side, TableFacts } from "../../wire";
import { PlayBoard } from "../game/PlayBoard";
import { Requests } from "./Actions";
import { Finale } from "./Finale";
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
  /** What is in the hand, where the panel beside the board is a sheet. */
  tray: ReactNode;
  /** Asks for the next player at one screen. */
  curtain: ReactNode;
};

export function TableBoard({ table, past, names, state, acts, mine, ...rest }: TableBoardProps) {
  const { say, tray, curtain, ...playing } = rest;
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
          caption={captionOf(table, past.at, names)}
          waiting={state.waiting}
          onHurry={acts.hurry}
          seat={table.you.length === 1 ? (table.you[0] ?? null) : null}
          extra={
            <>
              {curtain}
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
      {tray}
      <Finale table={table} names={names} say={say} />
    </div>
  );
}

/** Who made the decision that led to the position after so many. */
function captionOf({ moves }: TableFacts, at: number, names: string[]): string {
  const last = moves[at - 1];
  return last ? t("said.moved", { who: names[last.seat] ?? "", move: last.move }) : "";
}

/** What is shown is not what is: an earlier position, or a line that broke. */
function Banners({ past, lost }: { past: Past; lost: boolean }) {
  return (
    <div className="banners">
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
    </div>
  );
}
