import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { AT_ONCE } from "../atOnce";
import { t, useLang, useWords } from "../i18n";
import { Loading } from "../parts/common/Loading";
import { Missing } from "../parts/common/Missing";
import { type Panel, Panels } from "../parts/game/Panels";
import { decisive, type Highlight, noHighlight } from "../parts/game/Tally";
import { Tray } from "../parts/game/Tray";
import { TAPPED, useWish } from "../parts/game/useWish";
import { movePanel } from "../parts/game/ViewPanels";
import { useReview } from "../parts/review/useReview";
import { Chat } from "../parts/table/Chat";
import { CurtainCall, useCurtainNews } from "../parts/table/CurtainCall";
import { CoachWarning, HintButton } from "../parts/table/Help";
import { JoinDialog } from "../parts/table/JoinDialog";
import { PlayersPanel } from "../parts/table/PlayersPanel";
import { RecordPanel } from "../parts/table/RecordPanel";
import { TableBoard } from "../parts/table/TableBoard";
import { useHints } from "../parts/table/useHints";
import { navigate } from "../router";
import { faceDown, useCurtain } from "../state/curtain";
import { useShown } from "../state/film";
import { useAlone, useBox } from "../state/house";
import { announce, complain, wordsFor } from "../state/notices";
import { usePast } from "../state/past";
import { useSheets } from "../state/screen";
import { useSettings } from "../state/settings";
import { useStateOf } from "../state/stateOf";
import { type TableActs, type TableState, useTable } from "../state/table";
import { isMyTurn, playsAlone, useTurnNews } from "../state/turn";
import { useUnread } from "../state/unread";
import type { Offer, Scene, TableFacts, WarningMessage } from "../wire";
import { namesOf } from "../words";

/** A table: the board in the middle, who plays on the left, what was played on the right. */

export function TablePage({ id }: { id: string }) {
  const [state, acts] = useTable(id);
  const alone = useAlone();
  useLang();
  if (state.error)
    return (
      <Missing
        text={wordsFor(state.error)}
        more={alone && state.error.code === "no-table" ? t("site.tablesHere") : undefined}
      />
    );
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

/** Sends decisions, and knows whether one is on its way or warned of. */
function useSending(number: number, acts: TableActs, setGhost: SetGhost) {
  // What was sent belongs to the position it was sent for, which may come back by an undo.
  const [sentAt, setSentAt] = useStateOf<number | null>(number, null);
  const [warned, setWarned] = useStateOf<WarningMessage | null>(number, null);
  // One decision a position, also before it is shown that one was sent.
  const onItsWay = useRef<number | null>(null);
  const patience = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settle = useCallback(() => {
    clearTimeout(patience.current);
    onItsWay.current = null;
  }, []);
  // Before anybody can click on the next position, nothing is on its way there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every position
  useLayoutEffect(() => settle, [number, settle]);
  const back = useCallback(() => {
    setSentAt(null);
    setGhost(null);
    setWarned(null);
  }, [setSentAt, setGhost, setWarned]);
  const play = useCallback(
    (move: string, sure = false) => {
      if (onItsWay.current === number) return;
      onItsWay.current = number;
      patience.current = setTimeout(() => setSentAt(number), AT_ONCE);
      setWarned(null);
      acts.play(number, move, sure).then(
        (answer) => {
          clearTimeout(patience.current);
          if (answer.type !== "warning") return;
          settle();
          setSentAt(number);
          setGhost(null);
          setWarned(answer);
          announce(answer.sentence);
        },
        (error) => {
          settle();
          back();
          complain(error);
        },
      );
    },
    [acts, number, setSentAt, setGhost, setWarned, settle, back],
  );
  return { sent: sentAt === number, play, warned, back };
}

/** Cards lie face down behind the curtain; before the game nobody has any points. */
function shownAt(state: TableFacts["state"], closed: boolean, view: Scene): Scene {
  const seen = closed ? faceDown(view) : view;
  if (state !== "waiting") return seen;
  return { ...seen, tally: [], seats: seen.seats.map((seat) => ({ ...seat, points: null })) };
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
    () => latest.view && shownAt(table.state, curtain.closed, latest.view),
    [latest.view, curtain.closed, table.state],
  );
  const [unread, seen] = useUnread(table.id, table.chat.length);
  const { muted } = useSettings();
  const [highlight, setHighlight] = useState<Highlight>(noHighlight);
  const [ghost, setGhost] = useStateOf<Offer | null>(view, null);
  const [invitation, setInvitation] = useState(() => location.hash.slice(1));
  const { sent, play, warned, back } = useSending(table.number, acts, setGhost);
  const { wish, choose } = useWish(play);
  const film = useShown(warned?.views ?? null);
  const hints = useHints(table);
  const review = useReview(table.id);
  const [asked, setAsked] = useState<{ id: string } | null>(null);
  const past = { ...latest, view };
  useTurnNews(table, title, names, say);
  const awaited = curtain.closed && past.isNow ? (names[view?.to_move ?? 0] ?? "") : null;
  useCurtainNews(awaited);
  useRematch(table);

  const decided = useMemo(
    () => decisive(table.result, past.isNow ? view : null),
    [table.result, past.isNow, view],
  );
  const mine = isMyTurn(table) && past.isNow;
  const plays = table.state === "running" && you.length > 0;
  const offers = mine && !sent && !curtain.closed ? state.offers : null;
  const mayWrite = table.public || table.host || you.length + table.back.length > 0;
  const chat: Panel = {
    id: "chat",
    name: t("chat.title"),
    side: "right",
    content: <Chat lines={table.chat} onSay={mayWrite ? acts.chat : null} />,
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
  const mayAsk = table.help.mine && mine && !sent;
  const tools = mayAsk && <HintButton hints={hints} />;
  const lit = hints.told && mine ? hints.told.cells : decided;
  const warning = warned && (
    <CoachWarning warned={warned} onBack={back} onPlay={() => play(warned.moves[0] ?? "", true)} />
  );
  const call = awaited !== null && <CurtainCall who={awaited} onOpen={curtain.open} />;
  const record = <RecordPanel {...common} act={acts.act} review={review} />;
  const reviewed = () => {
    review.start();
    setAsked({ id: "moves" });
  };
  return (
    <div className="table-page">
      <h1 className="unseen">{t("table.title", { game: title, names: names.join(", ") })}</h1>
      <TableBoard
        {...common}
        film={film}
        state={state}
        acts={acts}
        mine={mine}
        offers={offers}
        highlight={highlight === noHighlight ? lit : highlight.cells}
        side={highlight.side}
        ghost={ghost}
        onGhost={setGhost}
        onPlay={play}
        wish={wish}
        tray={tray}
        curtain={call || warning}
        tools={tools}
        onHint={table.help.mine ? hints.ask : null}
        closed={awaited === null ? "" : t("curtain.text", { who: awaited })}
        told={mine && !sent ? hints.told?.sentence : undefined}
        onReview={reviewed}
      />
      <Panels
        number={wish.move ? TAPPED : warned ? -1 : table.number}
        first={table.state === "waiting" && !invitation ? "players" : null}
        asked={asked}
        panels={[
          { id: "players", name: t("table.seats"), side: "left", content: players },
          {
            id: "moves",
            name: t(table.result ? "review.title" : "table.moves"),
            side: "right",
            content: record,
          },
          ...(playsAlone(table) ? [] : [chat]),
          ...(view && plays ? movePanel(view, offers, say, setGhost, choose) : []),
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
