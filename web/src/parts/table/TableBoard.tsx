import type { ReactNode } from "react";
import { IS_SITE } from "../../base";
import { type Say, t } from "../../i18n";
import type { Past } from "../../state/past";
import type { TableActs, TableState } from "../../state/table";
import type { Cell, Offer, Scene, Side, TableFacts } from "../../wire";
import { movedText, pastText } from "../../words";
import { MainFacts } from "../common/MainFacts";
import { AnyBoard } from "../game/AnyBoard";
import type { Wish } from "../game/useWish";
import { AtTable } from "../learn/AtTable";
import { Requests } from "./Actions";
import { Finale } from "./Finale";
import { NextGame } from "./Result";
import { SeatBar } from "./Seats";
import { Status } from "./Status";
import { tableCommands } from "./tableCommands";

/** The middle of a table: its board, whose turn it is, and what cannot be overlooked. */

type TableBoardProps = {
  table: TableFacts;
  past: Past;
  /** What could happen, while it is shown. */
  film: Scene | null;
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
  wish: Wish;
  /** What is in the hand, where the panel beside the board is a sheet. */
  tray: ReactNode;
  /** Asks for the next player at one screen, or whether a decision is meant. */
  curtain: ReactNode;
  /** Buttons over the board, and what a hint told. */
  tools: ReactNode;
  told: string | undefined;
  /** Asks for a hint, where one may be had. */
  onHint: (() => Promise<void>) | null;
  /** Says that cards are face down, if they are. */
  closed: string;
  /** Leads to what decided the game, and to its review. */
  onReview: () => void;
};

export function TableBoard({ table, past, film, names, state, ...rest }: TableBoardProps) {
  const { say, tray, curtain, onHint, onReview, acts, mine, ...playing } = rest;
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
      <Banners table={table} past={past} lost={state.line === "lost"} say={say} />
      {view ? (
        <AnyBoard
          {...playing}
          names={names}
          view={film ?? view}
          whatIf={film !== null}
          status={film ? t("coach.title") : status}
          say={say}
          why={acts.why}
          meant={acts.meant}
          commands={tableCommands(table, names, say, acts, onHint)}
          caption={film ? "" : captionOf(table, past.at, names, say)}
          waiting={state.waiting}
          onHurry={acts.hurry}
          over={<Finale table={table} names={names} say={say} />}
          seat={table.you.length === 1 ? (table.you[0] ?? null) : null}
          extra={
            <>
              {curtain}
              <Requests table={table} names={names} act={acts.act} />
              {table.result && (
                <div className="row wrap after-game">
                  <NextGame table={table} act={acts.act} />
                  {table.moves.length > 0 && (
                    <button type="button" className="again" onClick={onReview}>
                      {t("decided.ask")}
                    </button>
                  )}
                </div>
              )}
              {!film && <AtTable table={table} act={acts.act} />}
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
    </div>
  );
}

/** Who made the decision that led to the position after so many. */
function captionOf({ moves }: TableFacts, at: number, names: string[], say: Say): string {
  const last = moves[at - 1];
  return last ? movedText(names[last.seat] ?? "", last, say) : "";
}

type BannersProps = { table: TableFacts; past: Past; lost: boolean; say: Say };

/**
 * What is shown is not what is: an earlier position, or a line that broke. On a phone also what one
 * needs to know of the game, over the board, so that it takes no room from it.
 */
function Banners({ table, past, lost, say }: BannersProps) {
  return (
    <div className="banners">
      <p className="main-facts">
        <MainFacts facts={past.view?.facts ?? []} say={say} />
      </p>
      {!past.isNow && (
        <div className="banner">
          {pastText(
            table.moves.map(({ turn }) => turn),
            past.at,
          )}
          <button type="button" onClick={past.now}>
            {t("past.now")}
          </button>
        </div>
      )}
      {lost && (
        <p className="banner" role="status">
          {t(IS_SITE ? "line.moves" : "line.lost")}
        </p>
      )}
    </div>
  );
}
