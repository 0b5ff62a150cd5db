import { t } from "../../i18n";
import { Link } from "../../router";
import { useBox } from "../../state/house";
import { isLesson, learnPath } from "../../state/lessons";
import { complain } from "../../state/notices";
import type { TableActs } from "../../state/table";
import { isMyTurn } from "../../state/turn";
import type { TableFacts } from "../../wire";
import { FullGame } from "./FullGame";

/** At the game that ends first steps: taking back is at hand, and afterwards the way on and back. */
export function AtTable({ table, act }: { table: TableFacts; act: TableActs["act"] }) {
  const title = useBox(table.game)?.title ?? "";
  if (!isLesson()) return null;
  if (table.result)
    return (
      <>
        <FullGame game={table.game} />
        <Link to={learnPath(table.game)} className="button">
          {t("learn.of", { game: title })}
        </Link>
      </>
    );
  if (!isMyTurn(table) || table.number === table.first) return null;
  return (
    <button type="button" className="quiet" onClick={() => act("ask-undo").catch(complain)}>
      {t("undo.free")}
    </button>
  );
}
