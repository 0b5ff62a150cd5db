import { useCallback, useEffect, useMemo, useState } from "react";
import type { Table } from "../api";
import { t, useLang, useWords } from "../i18n";
import { Missing } from "../parts/common/Missing";
import { Moves } from "../parts/game/Moves";
import { type Panel, Panels } from "../parts/game/Panels";
import { PlayBoard } from "../parts/game/PlayBoard";
import { decisive, type Highlight, noHighlight } from "../parts/game/Tally";
import { movePanel, ViewFacts } from "../parts/game/ViewPanels";
import { Review } from "../parts/review/Review";
import { Actions, Requests } from "../parts/table/Actions";
import { Chat } from "../parts/table/Chat";
import { FairDraw } from "../parts/table/FairDraw";
import { JoinDialog } from "../parts/table/JoinDialog";
import { NotifyChoice } from "../parts/table/NotifyChoice";
import { AfterGame, NextGame, ResultPanel } from "../parts/table/Result";
import { SeatActions } from "../parts/table/SeatActions";
import { SeatBar, Seats } from "../parts/table/Seats";
import { Status } from "../parts/table/Status";
import { Link, navigate } from "../router";
import type { Offer } from "../scene";
import { useBox } from "../state/house";
import { complain, wordsFor } from "../state/notices";
import { usePast } from "../state/past";
import { type TableActs, type TableState, useTable } from "../state/table";
import { isMyTurn, useTurnNews } from "../state/turn";
import { namesOf } from "../words";

/** A table: the board in the middle, who plays on the left, what was played on the right. */

export function TablePage({ id }: { id: string }) {
  const [state, acts] = useTable(id);
  const language = useLang();
  // Another language, another hello.
  useEffect(() => acts.again(), [language]);
  if (state.error) return <Missing text={wordsFor(state.error)} />;
  if (!state.table)
    return (
      <p className="page muted" role="status">
        {t("loading")}
      </p>
    );
  return <LiveTable state={state} table={state.table} acts={acts} />;
}

type LiveTableProps = { state: TableState; table: Table; acts: TableActs };

function LiveTable({ state, table, acts }: LiveTableProps) {
  const say = useWords(table.game);
  const title = useBox(table.game)?.title ?? table.game;
  const { seats, you } = table;
  const names = useMemo(() => namesOf({ seats, you }, say), [seats, you, say]);
  const [light, setLight] = useState<Highlight>(noHighlight);
  const [ghost, setGhost] = useState<Offer | null>(null);
  const [sent, setSent] = useState(-1);
  const [marks, setMarks] = useState<Record<number, string>>({});
  const [invitation, setInvitation] = useState(() => location.hash.slice(1));
  const past = usePast(table);
  useTurnNews(table, title, names);

  // A rematch that begins while we look leads on; an old game stays to be looked at.
  const [oldNext] = useState(table.next);
  useEffect(() => {
    if (table.next && !oldNext && table.you.length) navigate(`/table/${table.next}`);
  }, [table.next, oldNext, table.you.length]);

  const { view } = past;
  const decided = useMemo(
    () => decisive(table.result, past.isNow ? view : null),
    [table.result, past.isNow, view],
  );
  const mine = isMyTurn(table) && past.isNow;
  const plays = table.state === "running" && you.length > 0;
  const offers = mine && sent !== table.number ? state.offers : null;
  // What was sent belongs to the position it was sent for, which may come back by an undo.
  useEffect(() => setSent(-1), [table.number]);
  const play = useCallback(
    (move: string) => {
      setSent(table.number);
      acts.play(table.number, move).catch((error) => {
        setSent(-1);
        setGhost(null);
        complain(error);
      });
    },
    [acts, table.number],
  );
  const look = (number: number, line: string[]) =>
    navigate(`/analysis/table/${table.id}/${number}#${encodeURIComponent(line.join(" "))}`);
  const rows = table.moves.map((move, index) => ({ ...move, number: index + 1 }));
  const status = <Status table={table} names={names} say={say} mine={mine} />;
  const { scores, played } = table.match;

  const alone = table.seats.every(
    (seat) => seat.kind === "computer" || table.you.includes(seat.seat),
  );
  const players = (
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
        extra={(place) => <SeatActions table={table} place={place} act={acts.act} say={say} />}
      />
      {state.watching > 0 && (
        <p className="muted small">{t("table.watching", { n: state.watching })}</p>
      )}
      {played > 0 && table.state !== "over" && (
        <p className="muted small">{t("result.match", { score: scores.join(" : "), n: played })}</p>
      )}
      {view && <ViewFacts view={view} names={names} say={say} onHighlight={setLight} />}
      <FairDraw table={table} names={names} />
    </>
  );
  const moves = (
    <>
      <ResultPanel table={table} names={names} say={say} act={acts.act} />
      {table.state !== "waiting" && (
        <Moves
          moves={rows}
          at={past.at}
          seats={view?.seats ?? []}
          marks={marks}
          onJump={past.jump}
        />
      )}
      <Actions table={table} act={acts.act} />
      {table.state === "over" && (
        <>
          <AfterGame table={table} at={past.at} />
          <Review
            id={table.id}
            at={past.at}
            seats={view?.seats ?? []}
            names={names}
            onJump={past.jump}
            onLine={look}
            onMarks={setMarks}
          />
        </>
      )}
      {table.state !== "over" && table.you.length > 0 && !alone && <NotifyChoice />}
    </>
  );

  const chat: Panel = {
    id: "chat",
    name: t("chat.title"),
    side: "right",
    content: <Chat lines={table.chat} onSay={acts.chat} />,
  };

  return (
    <div className="table-page">
      <h1 className="unseen">{t("table.title", { game: title, names: names.join(", ") })}</h1>
      <div className="table-board">
        <SeatBar
          names={names}
          table={table}
          seats={view?.seats ?? []}
          toMove={view?.to_move ?? null}
          thinking={state.thinking}
          say={say}
        />
        {!past.isNow && (
          <div className="banner">
            {t("past.banner", { n: past.at })}
            <button type="button" onClick={past.now}>
              {t("past.now")}
            </button>
          </div>
        )}
        {state.line === "lost" && (
          <p className="banner" role="status">
            {t("line.lost")}
          </p>
        )}
        {view ? (
          <PlayBoard
            view={view}
            offers={offers}
            seat={mine ? view.to_move : (table.you[0] ?? null)}
            status={status}
            highlight={light === noHighlight ? decided : light.cells}
            side={light.side}
            ghost={ghost}
            onGhost={setGhost}
            say={say}
            onPlay={play}
            why={acts.why}
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
      <Panels
        number={table.number}
        first={table.state === "waiting" && !invitation ? "players" : null}
        panels={[
          { id: "players", name: t("table.seats"), side: "left", content: players },
          { id: "moves", name: t("table.moves"), side: "right", content: moves },
          ...(view && plays ? movePanel(view, offers, say, setGhost, play) : []),
          ...(alone ? [] : [chat]),
        ]}
      />
      {invitation && table.state === "waiting" && !table.you.length && (
        <JoinDialog
          table={table}
          title={title}
          invitation={invitation}
          onDone={() => setInvitation("")}
        />
      )}
    </div>
  );
}
