import { useEffect, useState } from "react";
import * as api from "../api";
import { t, useLang } from "../i18n";
import { NewHere, Welcome } from "../parts/learn/Begin";
import { GameCard } from "../parts/lobby/GameCard";
import { Invitations, InviteTo } from "../parts/lobby/Invitations";
import { TableList } from "../parts/lobby/TableList";
import { SetUp } from "../parts/setup/SetUpLater";
import { Link } from "../router";
import { askAnew, useAlone, useBox, useBoxes, useHouse, usePolled } from "../state/house";
import { useLessonGames } from "../state/lessons";
import type { Box, Summary } from "../wire";

/** The games as pictures, and the tables where they are played. */

const LOOK_AGAIN = 8;
const LOOK_OFTEN = 3; // seconds; an invitation that was withdrawn must not be accepted
const mineTables = () => api.tables("mine");
const openTables = () => api.tables("open");
const runningTables = () => api.tables("running");
const recentTables = () => api.tables("recent");

const goesOn = ({ state }: Summary) => state === "waiting" || state === "running";

const without = (tables: Summary[], mine: Summary[]) => {
  const own = new Set(mine.map(({ id }) => id));
  return tables.filter(({ id }) => !own.has(id));
};

export function Lobby() {
  useLang();
  const boxes = useBoxes();
  const lessons = useLessonGames();
  const lessonOf = (box: Box) => lessons.find(({ game }) => game === box.id);
  const [chosen, setChosen] = useState<Box | null>(null);
  const mine = usePolled(mineTables, LOOK_AGAIN) ?? [];
  const alone = useAlone();
  const open = usePolled(alone ? null : openTables, LOOK_OFTEN) ?? [];
  // Who comes back most often wants to go on.
  const active = mine.filter(goesOn);
  // Somebody waits: that comes before the games, which on a phone fill several screens.
  const invited = without(open, mine);
  useEffect(() => {
    document.title = t("house");
  });
  return (
    <div className="lobby">
      <Warming />
      <h1>{t("lobby.title")}</h1>
      {!mine.length && <Welcome lessons={lessons} />}
      <TableList title={t("lobby.mine")} tables={active} onWithdrawn={askAnew} />
      {mine.length > 0 && (
        <p>
          <Link to="/you">{t("lobby.all")}</Link>
        </p>
      )}
      <Invitations tables={invited} onChange={askAnew} />
      <ul className="games">
        {boxes
          ? boxes.map((box) => (
              <li key={box.id}>
                <GameCard box={box} lesson={lessonOf(box)} onChoose={() => setChosen(box)} />
              </li>
            ))
          : Array.from({ length: 6 }, (_, index) => <li key={index} className="game game-wait" />)}
      </ul>
      <p className="row wrap">
        <Link to="/puzzles" className="button">
          {t("lobby.puzzles")}
        </Link>
        <Link to="/solo" className="button">
          {t("lobby.solo")}
        </Link>
        <Link to="/theorems" className="button">
          {t("lobby.theorems")}
        </Link>
      </p>
      {!alone && <InviteTo boxes={boxes ?? []} />}
      {!alone && <Tables mine={mine} />}
      {chosen && (
        <SetUp box={chosen} onClose={() => setChosen(null)}>
          <NewHere lesson={lessonOf(chosen)} />
        </SetUp>
      )}
    </div>
  );
}

function Tables({ mine }: { mine: Summary[] }) {
  const running = usePolled(runningTables, LOOK_AGAIN);
  const recent = usePolled(recentTables, LOOK_AGAIN);
  return (
    <div className="lobby-tables">
      <TableList title={t("lobby.running")} tables={without(running ?? [], mine)} />
      <TableList title={t("lobby.recent")} tables={without(recent ?? [], mine).slice(0, 10)} />
    </div>
  );
}

function Warming() {
  const house = useHouse();
  const { done = 0, total = 0, game = null } = house?.warming ?? {};
  const box = useBox(game);
  if (done >= total) return null;
  return (
    <div className="warming" role="status">
      <label htmlFor="warming">{t("lobby.warming", { game: box?.title ?? "", done, total })}</label>
      <progress id="warming" value={done} max={total} />
    </div>
  );
}
