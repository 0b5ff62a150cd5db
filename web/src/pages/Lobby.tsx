import { useEffect, useState } from "react";
import * as api from "../api";
import { t, useLang } from "../i18n";
import { GameCard } from "../parts/lobby/GameCard";
import { TableList } from "../parts/lobby/TableList";
import { SetUp } from "../parts/setup/SetUp";
import { Link } from "../router";
import { useBox, useBoxes, useHouse, usePolled } from "../state/house";
import type { Box, Summary } from "../wire";

/** The games as pictures, and the tables where they are played. */

const LOOK_AGAIN = 8;
const mineTables = () => api.tables("mine");
const openTables = () => api.tables("open");
const runningTables = () => api.tables("running");
const recentTables = () => api.tables("recent");

const goesOn = ({ state }: Summary) => state === "waiting" || state === "running";

export function Lobby() {
  useLang();
  const boxes = useBoxes();
  const [chosen, setChosen] = useState<Box | null>(null);
  const mine = usePolled(mineTables, LOOK_AGAIN) ?? [];
  // Who comes back most often wants to go on.
  const active = mine.filter(goesOn);
  useEffect(() => {
    document.title = t("house");
  });
  return (
    <div className="lobby">
      <Warming />
      <h1>{t("lobby.title")}</h1>
      <TableList title={t("lobby.mine")} tables={active} />
      {mine.length > 0 && (
        <p>
          <Link to="/you">{t("lobby.all")}</Link>
        </p>
      )}
      <ul className="games">
        {boxes
          ? boxes.map((box) => (
              <li key={box.id}>
                <GameCard box={box} onChoose={() => setChosen(box)} />
              </li>
            ))
          : Array.from({ length: 6 }, (_, index) => <li key={index} className="game game-wait" />)}
      </ul>
      <Tables mine={mine} />
      {chosen && <SetUp box={chosen} onClose={() => setChosen(null)} />}
    </div>
  );
}

function Tables({ mine }: { mine: Summary[] }) {
  const open = usePolled(openTables, LOOK_AGAIN);
  const running = usePolled(runningTables, LOOK_AGAIN);
  const recent = usePolled(recentTables, LOOK_AGAIN);
  const own = new Set(mine.map((table) => table.id));
  const others = (list: Summary[] | null) => list?.filter((table) => !own.has(table.id)) ?? [];
  return (
    <div className="lobby-tables">
      <TableList title={t("lobby.open")} tables={others(open)} join />
      <TableList title={t("lobby.running")} tables={others(running)} />
      <TableList title={t("lobby.recent")} tables={others(recent).slice(0, 10)} />
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
