import { type KeyboardEvent, useId, useState } from "react";
import { type Say, t } from "../../i18n";
import { announce } from "../../state/notices";
import type { Cell, Scene } from "../../wire";
import { Chip } from "../common/Chip";
import { type Layer, layerName, layersOf, neighbour, sheetOf, type Walked } from "./layers";

/** The board as a table that is walked with the arrow keys; Enter begins a move on a cell. */

type BoardGridProps = {
  view: Scene;
  say: Say;
  /** A cell is meant; with its whole stack where it was walked from above. */
  onEnter: (cell: Cell, stack: boolean) => void;
  /** A number chooses among what was asked. */
  onNumber: (number: number) => void;
};

const STEPS: Record<string, readonly [across: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [Number.NEGATIVE_INFINITY, 0],
  End: [Number.POSITIVE_INFINITY, 0],
};

const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));

export function BoardGrid({ view, say, onEnter, onNumber }: BoardGridProps) {
  const id = useId();
  const layers = layersOf(view);
  const [wanted, setWanted] = useState(0);
  const [place, setPlace] = useState({ column: 0, row: -1 });
  const at = within(wanted, layers.length);
  const layer = layers[at] as Layer;
  const { columns, rows } = sheetOf(view, layer, say);
  const column = within(place.column, columns.length);
  // One begins where the board does: at the front, on the left.
  const row = place.row < 0 ? rows.length - 1 : within(place.row, rows.length);

  const walk = (across: number, down: number) => {
    const next = {
      column: within(column + across, columns.length),
      row: within(row + down, rows.length),
    };
    setPlace(next);
    document.getElementById(`${id}-${next.column}-${next.row}`)?.focus();
  };
  const show = (to: number) => {
    setWanted(to);
    const next = layers[to] as Layer;
    const square = sheetOf(view, next, say).rows[row]?.squares[column];
    announce([layerName(next), square?.text].filter(Boolean).join(": "));
  };
  const enter = ({ cell }: Walked) => cell && onEnter(cell, layer.kind === "stacks");

  const keys = (event: KeyboardEvent, square: Walked) => {
    const step = STEPS[event.key];
    const turned = { PageUp: 1, PageDown: -1 }[event.key] as 1 | -1 | undefined;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (step) walk(...step);
    else if (turned) show(neighbour(layers, at, turned));
    else if (event.key === "Enter" || event.key === " ") enter(square);
    else if (/^[1-9]$/.test(event.key)) onNumber(Number(event.key));
    else return;
    event.preventDefault();
  };
  return (
    <>
      {layers.length > 1 && (
        <label className="field ear-layer">
          <span>{t("ear.shown")}</span>
          <select value={at} onChange={({ target }) => setWanted(Number(target.value))}>
            {layers.map((one, index) => (
              <option key={layerName(one)} value={index}>
                {layerName(one)}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className="ear-scroll">
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it is walked like one
          role="grid"
          className="ear-grid"
          aria-label={layerName(layer)}
          aria-describedby={`${id}-keys`}
        >
          <thead>
            <tr>
              <td aria-hidden="true" />
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, squares }, y) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {squares.map((square, x) => (
                  <td
                    key={square.key}
                    id={`${id}-${x}-${y}`}
                    data-cell={square.key}
                    aria-label={square.text}
                    tabIndex={x === column && y === row ? 0 : -1}
                    onFocus={() => setPlace({ column: x, row: y })}
                    onKeyDown={(event) => keys(event, square)}
                    onClick={() => enter(square)}
                  >
                    {square.colour && (
                      <Chip colour={square.colour} name={say(square.colour)} small />
                    )}
                    {square.height > 1 && <span aria-hidden="true">{square.height}</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p id={`${id}-keys`} className="small muted">
        {t("ear.keys")}
      </p>
    </>
  );
}
