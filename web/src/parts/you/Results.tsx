import { t } from "../../i18n";
import { useBox } from "../../state/house";
import type { Statistics } from "../../wire";

/** Games won, drawn and lost: a table per game, a row per level. */

export function Results({ statistics }: { statistics: Statistics[] }) {
  const games = [...new Set(statistics.map(({ game }) => game))];
  if (!games.length) return null;
  return (
    <section className="you-part">
      <h2>{t("you.results")}</h2>
      <div className="results">
        {games.map((game) => (
          <div key={game} className="result-card">
            <GameResults game={game} rows={statistics.filter((row) => row.game === game)} />
          </div>
        ))}
      </div>
    </section>
  );
}

const ends = ["won", "drawn", "lost"] as const;

function GameResults({ game, rows }: { game: string; rows: Statistics[] }) {
  const box = useBox(game);
  const all = (end: (typeof ends)[number]) => rows.reduce((sum, row) => sum + row[end], 0);
  return (
    <table className="result-table">
      <caption>{box?.title ?? game}</caption>
      <thead>
        <tr>
          <th scope="col">{t("you.against")}</th>
          {ends.map((end) => (
            <th key={end} scope="col">
              {t(`outcome.${end}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.level}>
            <th scope="row">
              {row.level === null ? t("you.people") : t("seat.computer", { level: row.level })}
            </th>
            {ends.map((end) => (
              <td key={end}>{row[end]}</td>
            ))}
          </tr>
        ))}
      </tbody>
      {rows.length > 1 && (
        <tfoot>
          <tr>
            <th scope="row">{t("you.all")}</th>
            {ends.map((end) => (
              <td key={end}>{all(end)}</td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}
