import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from "react";
import { t, useLang, useWords } from "../i18n";
import { Loading } from "../parts/common/Loading";
import { Missing } from "../parts/common/Missing";
import { type Panel, Panels } from "../parts/game/Panels";
import { decisive, type Highlight, noHighlight } from "../parts/game/Tally";
import { Tray } from "../parts/game/Tray";
import { movePanel } from "../parts/game/ViewPanels";
import { Chat } from "../parts/table/Chat";
import { CurtainCall } from "../parts/table/CurtainCall";
import { JoinDialog } from "../parts/table/JoinDialog";
import { PlayersPanel } from "../parts/table/PlayersPanel";
import { RecordPanel } from "../parts/table/RecordPanel";
import { TableBoard } from "../parts/table/TableBoard";
import { navigate } from "../router";
import { faceDown, useCurtain } from "../state/curtain";
import { useBox } from "../state/house";
import { complain, wordsFor } from "../state/notices";
import { usePast } from "../state/past";
import { useSheets } from "../state/screen";
import { useSettings } from "../state/settings";
import { useStateOf } from "../state/stateOf";
import { type TableActs, type TableState, useTable } from "../state/table";
import { isMyTurn, playsAlone, useTurnNews } from "../state/turn";
import { useUnread } from "../state/unread";
import type { Offer, TableFacts } from "../wire";
import { namesOf } from "../words";

/** A table: the board in the middle, who plays on the left, what was played on the right. */

export function TablePage({ id }: { id: string }) {
  const [state, acts] = useTable(id);
  useLang();
  if (state.error) return <Missing text={wordsFor(state.error)} />;
  if (!state.table) return <Loading />;
  return <LiveTable state={state} table={state.table} acts={acts} />;
}

/** A rematch that begins while we look leads on; an old game stays to be looked at. */
function useRematch({ next, you }: TableFacts): void {
  const [oldNext] = useState(next);
  useEffect(() => {
    if (next && !oldNext && you.length) navigate(`/table/${next}`);
  }, [next, oldNext, you.length]);
}

type SetGhost = Dispatch<SetStateAction<Offer | null>>;

/** Sends decisions, and knows whether one is on its way. */
function useSending(number: number, acts: TableActs, setGhost: SetGhost) {
  // What was sent belongs to the position it was sent for, which may come back by an undo.
  const [sent, setSent] = useStateOf(number, false);
  const play = useCallback(
    (move: string) => {
      setSent(true);
      acts.play(number, move).catch((error) => {
        setSent(false);
        setGhost(null);
        complain(error);
      });
    },
    [acts, number, setSent, setGhost],
  );
  return { sent, play };
}

type LiveTableProps = { state: TableState; table: TableFacts; acts: TableActs };

function LiveTable({ state, table, acts }: LiveTableProps) {
  const say = useWords(table.game);
  const title = useBox(table.game)?.title ?? table.game;
  const { seats, you } = table;
  const names = useMemo(() => namesOf({ seats, you }, say), [seats, you, say]);
  const sheets = useSheets();
  const curtain = useCurtain(table);
  const latest = usePast(table);
  const view = useMemo(
    () => (latest.view && curtain.closed ? faceDown(latest.view) : latest.view),
    [latest.view, curtain.closed],
  );
  const past = { ...latest, view };
  const [unread, seen] = useUnread(table.id, table.chat.length);
  const { muted } = useSettings();
  const [highlight, setHighlight] = useState<Highlight>(noHighlight);
  const [ghost, setGhost] = useStateOf<Offer | null>(view, null);
  const [invitation, setInvitation] = useState(() => location.hash.slice(1));
  const { sent, play } = useSending(table.number, acts, setGhost);
  useTurnNews(table, title, names, say);
  useRematch(table);

  const decided = useMemo(
    () => decisive(table.result, past.isNow ? view : null),
    [table.result, past.isNow, view],
  );
  const mine = isMyTurn(table) && past.isNow;
  const plays = table.state === "running" && you.length > 0;
  const offers = mine && !sent && !curtain.closed ? state.offers : null;
  const chat: Panel = {
    id: "chat",
    name: t("chat.title"),
    side: "right",
    content: <Chat lines={table.chat} onSay={acts.chat} />,
    unread: muted ? 0 : unread,
    onSeen: seen,
  };
  const common = { table, past, names, say };
  const players = (
    <PlayersPanel
      {...common}
      title={title}
      state={state}
      act={acts.act}
      onHighlight={setHighlight}
      handless={sheets}
    />
  );
  const tray = view && sheets && (
    <Tray
      view={view}
      names={names}
      say={say}
      onSide={(side) => setHighlight({ cells: [], side })}
    />
  );
  const call = curtain.closed && past.isNow && (
    <CurtainCall who={names[view?.to_move ?? 0] ?? ""} onOpen={curtain.open} />
  );
  const record = <RecordPanel {...common} act={acts.act} />;
  return (
    <div className="table-page">
      <h1 className="unseen">{t("table.title", { game: title, names: names.join(", ") })}</h1>
      <TableBoard
        {...common}
        state={state}
        acts={acts}
        mine={mine}
        offers={offers}
        highlight={highlight === noHighlight ? decided : highlight.cells}
        side={highlight.side}
        ghost={ghost}
        onGhost={setGhost}
        onPlay={play}
        tray={tray}
        curtain={call}
      />
      <Panels
        number={table.number}
        first={table.state === "waiting" && !invitation ? "players" : null}
        panels={[
          { id: "players", name: t("table.seats"), side: "left", content: players },
          { id: "moves", name: t("table.moves"), side: "right", content: record },
          ...(view && plays ? movePanel(view, offers, say, setGhost, play) : []),
          ...(playsAlone(table) ? [] : [chat]),
        ]}
      />
      {invitation && table.state === "waiting" && !you.length && (
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
