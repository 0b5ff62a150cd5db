import { type Say, t } from "../../i18n";
import type { Cell, Result, Scene, Side, Tally as TallyData } from "../../wire";
import { Chip } from "../common/Chip";
import { whilePointed } from "../common/whilePointed";

/** The standing, item by item; pointing at one lights its blocks and turns the board to its side. */

export type Highlight = { cells: readonly Cell[]; side: Side | null };
export const noHighlight: Highlight = { cells: [], side: null };

/** What decided a finished game, as far as it lies in blocks: lit until something else is. */
export function decisive(result: Result | null, view: Scene | null): readonly Cell[] {
  if (result?.how !== "rules" || !view) return [];
  const items = view.tally.filter((item) => result.winners.includes(item.seat) && !item.view);
  return items.flatMap((item) => item.cells);
}

type TallyProps = {
  view: Scene;
  names: string[];
  say: Say;
  onHighlight: (light: Highlight) => void;
};

export function Tally({ view, names, say, onHighlight }: TallyProps) {
  if (!view.tally.length) return null;
  const light = (item: TallyData) => onHighlight({ cells: item.cells, side: item.view });
  return (
    <section className="tally" aria-label={t("table.tally")}>
      <h2 className="part">{t("table.tally")}</h2>
      {view.seats.map((seat, index) => {
        const items = view.tally.filter((item) => item.seat === index);
        if (!items.length) return null;
        const sum = items.reduce((total, item) => total + item.points, 0);
        return (
          <ul key={seat.colour}>
            <li className="tally-head">
              <Chip colour={seat.colour} name={say(seat.colour)} small />
              <span>{names[index]}</span>
              <b>{sum}</b>
            </li>
            {items.map((item) => (
              <li key={`${say(item.phrase)} ${item.view} ${item.cells.join()}`}>
                <button
                  type="button"
                  className="quiet tally-item"
                  {...whilePointed(
                    () => light(item),
                    () => onHighlight(noHighlight),
                  )}
                  onClick={() => light(item)}
                >
                  <span>{say(item.phrase)}</span>
                  <span className="tally-points">{item.points}</span>
                </button>
              </li>
            ))}
          </ul>
        );
      })}
    </section>
  );
}
