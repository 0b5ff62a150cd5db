import { type Say, t } from "../../i18n";
import { useHouse } from "../../state/house";
import type { TableFacts } from "../../wire";
import { endText, resultText } from "../../words";

/** One line under the board: the result, who is to move, and what is due. */

type StatusProps = { table: TableFacts; names: string[]; say: Say; mine: boolean };

export function Status({ table, names, say, mine }: StatusProps) {
  const house = useHouse();
  const { view, result } = table;
  if (table.notice) return <>{table.notice}</>;
  if (result)
    return (
      <>
        <b>{resultText(result, names, table.you)}</b> {endText(result, names, say, table.you)}
      </>
    );
  if (table.state === "waiting" || !view) return <>{t("table.waiting")}</>;
  const mover = view.to_move ?? 0;
  const who = names[mover] ?? "";
  const waits = table.seats[mover]?.kind === "computer" && house?.ready[table.game] === false;
  const theirs = t("status.theirs", { who });
  if (!mine)
    return (
      <>
        {theirs} {waits && t("status.warming")}
      </>
    );
  return (
    <>
      <b>{table.you.length > 1 ? theirs : t("status.yours")}</b>{" "}
      {view.prompt ? say(view.prompt) : ""}
    </>
  );
}
