import { useEffect, useState } from "react";
import * as api from "../../api";
import { t } from "../../i18n";
import { Link, navigate } from "../../router";
import { LEARN } from "../../state/lessons";
import { announce, complain } from "../../state/notices";
import { GamePicture } from "../common/GamePicture";
import { FullGame } from "./FullGame";
import { Dots, Elsewhere, type WayProps } from "./Way";

/** The last step: a short game against the computer, and what is said when it is over. */

export function LastGame(way: WayProps) {
  const { lesson } = way;
  const { game, title, task, hint, praise, finished, table } = lesson;
  const [busy, setBusy] = useState(false);
  useEffect(() => announce(finished ? praise : task), [finished, praise, task]);
  const play = () => {
    setBusy(true);
    api.lessonTable(game).then(
      (found) => navigate(`/table/${found.table}?${LEARN}`),
      (error) => {
        setBusy(false);
        complain(error);
      },
    );
  };
  const going = table !== null && !finished;
  return (
    <div className="page narrow learn-end">
      <h1>{finished ? t("learn.finished", { game: title }) : t("learn.of", { game: title })}</h1>
      <Dots {...way} />
      <div className="learn-picture">
        <GamePicture game={game} />
      </div>
      <p className="learn-task">{finished ? praise : task}</p>
      {!finished && <p className="muted">{hint}</p>}
      <div className="row wrap">
        <button type="button" className="primary large" disabled={busy} onClick={play}>
          {t(finished ? "learn.again" : going ? "learn.goOn" : "learn.play")}
        </button>
        {finished && (
          <>
            <FullGame game={game} />
            <Link to="/" className="button">
              {t("learn.leave")}
            </Link>
            <Link to="/puzzles" className="button">
              {t("puzzle.title")}
            </Link>
          </>
        )}
      </div>
      <Elsewhere {...way} />
    </div>
  );
}
