import * as api from "../../api";
import { addressOf } from "../../base";
import { type Say, t } from "../../i18n";
import { useAlone, useBox, useHouse } from "../../state/house";
import type { Past } from "../../state/past";
import type { TableFacts } from "../../wire";
import { resultText, scoresText } from "../../words";
import { ShareButton } from "../share/ShareButton";
import { doorOf } from "./Invite";

/** What can be passed on of a table: the position that is shown, and the game so far. */

type ShareTableProps = { table: TableFacts; past: Past; names: string[]; say: Say };

export function ShareTable({ table, past, names, say }: ShareTableProps) {
  const title = useBox(table.game)?.title ?? table.game;
  const alone = useAlone();
  const { origin } = doorOf(location, useHouse()?.network ?? null);
  const { id, number, result } = table;
  const { view, at, isNow } = past;
  if (!view) return null;
  const ended = result && isNow;
  const scores = ended ? scoresText(result.scores) : "";
  const told = ended ? [resultText(result, names), scores] : [];
  // An earlier position of a game that is over has a page of its own.
  const path = isNow || !result ? `/table/${id}` : `/analysis/table/${id}/${at}`;
  return (
    <ShareButton
      view={view}
      say={say}
      title={title}
      text={[names.join(" – "), ...told].filter(Boolean).join(" · ")}
      link={origin + addressOf(alone ? "/" : path)}
      linkLabel={alone ? null : t(isNow ? "share.tableLink" : "analysis.link")}
      seat={table.you.length === 1 ? (table.you[0] ?? null) : null}
      name={`${table.game}-${id}-${at}`}
      replay={{ count: number, at: async (place) => (await api.positionAt(id, place)).view }}
      embed={origin + addressOf(`/embed/${id}`)}
    />
  );
}
