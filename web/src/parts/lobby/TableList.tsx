import { t } from "../../i18n";
import { Link } from "../../router";
import { titleOf, useBox } from "../../state/house";
import type { Summary } from "../../wire";
import { ago, resultText, scoresText, seatName } from "../../words";
import { Withdraw } from "./Withdraw";

/** Tables as rows that lead to them; nothing is shown where there are none. */

type TableListProps = { title: string; tables: Summary[]; onWithdrawn?: () => void };

export function TableList({ title, tables, onWithdrawn }: TableListProps) {
  if (!tables.length) return null;
  return (
    <section className="table-list">
      <h2>{title}</h2>
      <ul>
        {tables.map((table) => (
          <li key={table.id} className="table-item">
            <Row table={table} />
            {table.withdrawable && onWithdrawn && (
              <Withdraw id={table.id} game={titleOf(table.game)} onDone={onWithdrawn} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A game that is over says who won, and how. */
function stateText({ state, seats, you, result }: Summary): string {
  if (!result) return t(`state.${state}`);
  const called = seats.map((seat) => seatName(seat, you.length === 1 && seat.seat === you[0]));
  const names = called.map((name, seat) =>
    called.indexOf(name) === called.lastIndexOf(name) ? name : t("setup.seat", { n: seat + 1 }),
  );
  const scores = scoresText(result.scores);
  return resultText(result, names, you) + (scores && ` ${scores}`);
}

function Row({ table }: { table: Summary }) {
  const box = useBox(table.game);
  const yours = table.state === "running" && table.turn !== null && table.you.includes(table.turn);
  return (
    <Link to={`/table/${table.id}`} className="table-row">
      <b>{box?.title ?? table.game}</b>
      <span className="table-seats">
        {table.seats.map((seat) => (
          <span key={seat.seat}>{seatName(seat)}</span>
        ))}
      </span>
      <span className="muted">
        {yours ? <b className="turn-mark">{t("status.yours")}</b> : stateText(table)}
        {table.ranked && ` · ${t("ranked.mark")}`}
        {" · "}
        {ago(table.updated)}
      </span>
      {table.notice && <span className="small table-notice">{table.notice}</span>}
    </Link>
  );
}
