import { useState } from "react";
import { t } from "../../i18n";
import { Link } from "../../router";
import { useBox } from "../../state/house";
import type { OwnGame } from "../../wire";
import { ago, changeText, seatName } from "../../words";
import { Confirm } from "../common/Dialog";

/** One's games as rows: the game, the others, how it ended; each can be taken off the list. */

type OwnGamesProps = { games: readonly OwnGame[]; onRemove: (game: OwnGame) => void };

export function OwnGames({ games, onRemove }: OwnGamesProps) {
  const [asking, setAsking] = useState<OwnGame | null>(null);
  const remove = (game: OwnGame) => (goesOn(game) ? setAsking(game) : onRemove(game));
  return (
    <>
      <ul className="own-games">
        {games.map((game) => (
          <li key={game.table.id}>
            <Row game={game} onRemove={() => remove(game)} />
          </li>
        ))}
      </ul>
      {asking && (
        <Confirm
          title={t(asking.table.withdrawable ? "invitation.withdraw" : "you.remove")}
          text={t(whatRemovalDoes(asking.table))}
          yes={t(asking.table.withdrawable ? "invitation.withdraw" : "you.remove")}
          onNo={() => setAsking(null)}
          onYes={() => {
            setAsking(null);
            onRemove(asking);
          }}
        />
      )}
    </>
  );
}

function whatRemovalDoes(table: OwnGame["table"]) {
  if (table.withdrawable) return "invitation.withdrawSure";
  return table.ranked ? "you.removeRanked" : "you.removeSure";
}

const goesOn = ({ table }: OwnGame) => table.state === "running" || table.state === "waiting";

function Row({ game, onRemove }: { game: OwnGame; onRemove: () => void }) {
  const { table } = game;
  const box = useBox(table.game);
  const title = box?.title ?? table.game;
  const others = table.seats.filter(({ seat }) => !table.you.includes(seat));
  const names = others.map((seat) => seatName(seat)).join(" · ") || t("you.oneScreen");
  return (
    <div className="own-game">
      <Link to={`/table/${table.id}`} className="own-link">
        <span className="own-what">
          <b>{title}</b> <span className="own-names">{names}</span>
        </span>
        <Ending game={game} />
        <span className="muted small own-when">{ago(table.updated)}</span>
        {table.notice && <span className="small table-notice">{table.notice}</span>}
      </Link>
      <button
        type="button"
        className="quiet icon"
        title={t(table.withdrawable ? "invitation.withdraw" : "you.remove")}
        aria-label={
          table.withdrawable
            ? t("invitation.withdrawOne", { game: title })
            : t("you.removeOne", { game: title, names })
        }
        onClick={onRemove}
      >
        <Bin />
      </button>
    </div>
  );
}

function Ending({ game: { table, outcome, how, change } }: { game: OwnGame }) {
  const yours = table.turn !== null && table.you.includes(table.turn);
  if (!outcome)
    return (
      <span className="own-end">
        {yours && table.state === "running" ? (
          <b className="turn-mark">{t("status.yours")}</b>
        ) : (
          t(`state.${table.state}`)
        )}
      </span>
    );
  return (
    <span className="own-end">
      <b className={`outcome outcome-${outcome}`}>{t(`outcome.${outcome}`)}</b>
      {change !== null && <span className="own-change"> {changeText(change)}</span>}
      {how && how !== "rules" && <span className="muted small own-how"> {t(`how.${how}`)}</span>}
    </span>
  );
}

const Bin = () => (
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path
      d="M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
