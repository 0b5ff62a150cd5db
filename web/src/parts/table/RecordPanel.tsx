import { useState } from "react";
import type { Say } from "../../i18n";
import { navigate } from "../../router";
import type { Past } from "../../state/past";
import type { TableActs } from "../../state/table";
import { playsAlone } from "../../state/turn";
import type { TableFacts } from "../../wire";
import { Moves } from "../game/Moves";
import { Review } from "../review/Review";
import { Actions } from "./Actions";
import { NotifyChoice } from "./NotifyChoice";
import { AfterGame, ResultPanel } from "./Result";

/** What was played, what can be asked of the others, and after the game its result and review. */

type RecordPanelProps = {
  table: TableFacts;
  past: Past;
  names: string[];
  say: Say;
  act: TableActs["act"];
};

export function RecordPanel({ table, past, names, say, act }: RecordPanelProps) {
  const [marks, setMarks] = useState<Record<number, string>>({});
  const { at, jump } = past;
  const seats = past.view?.seats ?? [];
  const over = table.state === "over";
  const rows = table.moves.map((move, index) => ({ ...move, number: index + 1 }));
  const look = (number: number, line: readonly string[]) =>
    navigate(`/analysis/table/${table.id}/${number}#${encodeURIComponent(line.join(" "))}`);
  return (
    <>
      <ResultPanel table={table} names={names} say={say} act={act} />
      {table.state !== "waiting" && (
        <Moves moves={rows} at={at} marks={marks} onJump={jump} say={say} />
      )}
      <Actions table={table} act={act} />
      {over && (
        <>
          <AfterGame table={table} at={at} />
          <Review
            game={table.game}
            id={table.id}
            at={at}
            seats={seats}
            names={names}
            onJump={jump}
            onLine={look}
            onMarks={setMarks}
          />
        </>
      )}
      {!over && table.you.length > 0 && !playsAlone(table) && <NotifyChoice />}
    </>
  );
}
