import { useState } from "react";
import type { Say } from "../../i18n";
import { navigate } from "../../router";
import type { Past } from "../../state/past";
import type { TableActs } from "../../state/table";
import { playsAlone } from "../../state/turn";
import type { TableFacts } from "../../wire";
import { later } from "../common/later";
import { Moves } from "../game/Moves";
import { Decisive } from "../review/Decisive";
import type { ReviewState } from "../review/useReview";
import { Actions } from "./Actions";
import { CoachChoice, hintMarks } from "./Help";
import { NotifyChoice } from "./NotifyChoice";
import { AfterGame, ResultPanel } from "./Result";
import { ShareTable } from "./ShareTable";

const Review = later(async () => (await import("../review/Review")).Review);

/** What was played, what can be asked of the others, and after the game its result and review. */

type RecordPanelProps = {
  table: TableFacts;
  past: Past;
  names: string[];
  say: Say;
  act: TableActs["act"];
  review: ReviewState;
};

export function RecordPanel({ table, past, names, say, act, review }: RecordPanelProps) {
  const [marks, setMarks] = useState<Record<number, string>>({});
  const { at, jump } = past;
  const seats = past.view?.seats ?? [];
  const over = table.state === "over";
  const rows = table.moves.map((move, index) => ({ ...move, number: index + 1 }));
  const look = (number: number, line: readonly string[]) =>
    navigate(`/analysis/table/${table.id}/${number}#${encodeURIComponent(line.join(" "))}`);
  return (
    <>
      <ResultPanel
        table={table}
        names={names}
        say={say}
        act={act}
        onReview={review.wanted ? undefined : review.start}
      >
        <Decisive review={review} onJump={jump} />
      </ResultPanel>
      {over && review.wanted && (
        <Review
          game={table.game}
          id={table.id}
          at={at}
          seats={seats}
          names={names}
          moves={table.moves}
          say={say}
          found={review}
          onJump={jump}
          onLine={look}
          onMarks={setMarks}
        />
      )}
      {table.state !== "waiting" && (
        <Moves
          moves={rows}
          at={at}
          seats={seats}
          names={names}
          marks={joined(hintMarks(table), marks)}
          onJump={jump}
          say={say}
        />
      )}
      <Actions table={table} act={act} />
      <CoachChoice table={table} act={act} />
      {table.state !== "waiting" && (
        <div className="row wrap after">
          <ShareTable table={table} past={past} names={names} say={say} />
        </div>
      )}
      {over && <AfterGame table={table} at={at} final={!!past.view?.outcome} />}
      {!over && table.you.length > 0 && !playsAlone(table) && <NotifyChoice />}
    </>
  );
}

type Marks = Record<number, string>;

/** Two signs at one decision stand beside each other. */
const joined = (some: Marks, others: Marks): Marks => {
  const both = Object.entries(others).map(([number, sign]) => {
    const before = some[Number(number)];
    return [number, before ? `${before} ${sign}` : sign];
  });
  return { ...some, ...Object.fromEntries(both) };
};
