import { useEffect, useState } from "react";
import * as api from "../api";
import { t, useLang } from "../i18n";
import { GamePicture } from "../parts/common/GamePicture";
import { nearSetUp, SetUp } from "../parts/setup/SetUpLater";
import { Link } from "../router";
import { useBox, useBoxes, usePolled } from "../state/house";
import type { Box, Summary, SummarySeat } from "../wire";
import { seatName } from "../words";

/** Games one can look on at: what is played in public, and computers among themselves. */

const LOOK_AGAIN = 8;
const runningTables = () => api.tables("running");

export function WatchPage() {
  useLang();
  const boxes = useBoxes();
  const running = usePolled(runningTables, LOOK_AGAIN);
  const [chosen, setChosen] = useState<Box | null>(null);
  useEffect(() => {
    document.title = t("title.page", { page: t("watch.title") });
  });
  return (
    <div className="lobby">
      <h1>{t("watch.title")}</h1>
      {running && running.length === 0 && <p className="muted">{t("watch.none")}</p>}
      <ul className="watch-tables">
        {running?.map((table) => (
          <li key={table.id}>
            <WatchCard table={table} />
          </li>
        ))}
      </ul>
      <section className="watch-computers">
        <h2>{t("watch.computers")}</h2>
        <p className="muted">{t("watch.text")}</p>
        <div className="row wrap">
          {boxes?.map((box) => (
            <button type="button" key={box.id} {...nearSetUp} onClick={() => setChosen(box)}>
              {box.title}
            </button>
          ))}
        </div>
      </section>
      {chosen && <SetUp box={chosen} watch onClose={() => setChosen(null)} />}
    </div>
  );
}

const unbroken = (seat: SummarySeat) => seatName(seat).replaceAll(" ", "\u00a0");

function WatchCard({ table }: { table: Summary }) {
  const box = useBox(table.game);
  return (
    <Link to={`/table/${table.id}`} className="watch-card">
      {box && <GamePicture game={box.id} />}
      <b>{box?.title ?? table.game}</b>
      <span>{table.seats.map(unbroken).join(" – ")}</span>
      <span className="small muted">{t("play.count", { n: table.number })}</span>
    </Link>
  );
}
