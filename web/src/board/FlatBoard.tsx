// The board without WebGL: its levels side by side, with the same picks.
import { cellKey } from "../scene";
import type { Cell, Change, Event, Scene } from "../wire";
import { FlatSquare } from "./FlatSquare";
import { across, flatPlace, GUTTER } from "./flatPlace";
import { columnLetter, filledBy, heightOf, onBoard } from "./space";
import { badgeText } from "./useFlash";

interface FlatBoardProps {
  view: Scene;
  shown: number;
  next: readonly Cell[];
  picked: readonly Cell[];
  hover: Cell | null;
  ghost: Change | null;
  highlight: readonly Cell[];
  guilty: readonly Cell[];
  events: readonly Event[];
  levelName(level: number): string;
  onHover(cell: Cell | null): void;
  onChoose(cell: Cell): void;
}

export function FlatBoard(props: FlatBoardProps) {
  const { view, shown, next, picked, hover, ghost, highlight, guilty, onHover, onChoose } = props;
  const { board, blocks } = view;
  const [columns, rows, levels] = board.size;
  const filled = filledBy(blocks);
  const top = Math.max(heightOf(blocks), ...next.map((cell) => cell[2] + 1), 1);
  const panels = board.upright ? 1 : Math.min(top, shown, levels);
  const beside = board.upright ? 1 : Math.min(panels, across(view));
  const below = Math.ceil(panels / beside);
  const side = board.upright ? levels : rows;
  const tall = below * (side + GUTTER) - GUTTER;
  const wide = beside * (columns + GUTTER) - GUTTER;
  const cells = allCells(columns, rows, board.upright ? levels : panels);
  const outside = next.filter((cell) => !onBoard(board, cell));
  const marks = {
    next: keys(next),
    picked: keys(picked),
    lit: keys(highlight),
    guilty: keys(guilty),
    barred: keys(view.barred.flatMap(({ cells }) => cells)),
    event: keys(props.events.flatMap(({ cells }) => cells)),
  };
  const ground = groundOf(view);
  const last = filledBy(view.change.add);
  const coming = filledBy(ghost?.add ?? []);
  const going = filledBy(ghost?.take ?? []);
  return (
    <svg
      className="board-flat"
      // Told in words beside it.
      aria-hidden="true"
      viewBox={`-1 -1 ${wide + 2} ${tall + 2}`}
      onPointerLeave={() => onHover(null)}
    >
      {[...cells, ...outside].map((cell) => {
        const key = cellKey(cell);
        return (
          <FlatSquare
            key={key}
            cell={cell}
            at={flatPlace(view, cell)}
            ground={ground.get(key)}
            block={filled.get(key)}
            coming={coming.get(key)}
            going={going.has(key)}
            classes={[
              last.has(key) && "last",
              marks.next.has(key) && "next",
              marks.picked.has(key) && "picked",
              marks.lit.has(key) && "lit",
              marks.guilty.has(key) && "guilty",
              marks.barred.has(key) && "barred",
              marks.event.has(key) && "event",
              hover && cellKey(hover) === key && "hover",
            ]}
            onHover={() => onHover(cell)}
            onChoose={() => onChoose(cell)}
          />
        );
      })}
      {!board.upright &&
        Array.from({ length: panels }, (_, level) => {
          const [x, y] = flatPlace(view, [0, rows - 1, level]);
          return (
            <text key={props.levelName(level)} x={x + columns / 2} y={y - 0.35}>
              {props.levelName(level)}
            </text>
          );
        })}
      {props.events.map((event, index) => (
        <FlatBadge key={`${index} ${event.kind}`} view={view} event={event} />
      ))}
      {Array.from({ length: columns }, (_, x) => (
        <text key={`column ${cellKey([x, 0, 0])}`} x={x + 0.5} y={tall + 0.6}>
          {columnLetter(x)}
        </text>
      ))}
      {Array.from({ length: side }, (_, y) => (
        <text key={`row ${cellKey([0, y, 0])}`} x={-0.5} y={tall - y - 0.38}>
          {y + 1}
        </text>
      ))}
    </svg>
  );
}

/** The points of an event, on the first of its cells. */
function FlatBadge({ view, event }: { view: Scene; event: Event }) {
  const [cell] = event.cells;
  if (!cell) return null;
  const [x, y] = flatPlace(view, cell);
  return (
    <g className="badge" transform={`translate(${x + 0.5} ${y + 0.5})`} aria-hidden="true">
      <circle r={0.4} />
      <text y={0.15}>{badgeText(event)}</text>
    </g>
  );
}

const keys = (cells: readonly Cell[]): ReadonlySet<string> => new Set(cells.map(cellKey));

function allCells(columns: number, rows: number, levels: number): Cell[] {
  const count = (length: number) => Array.from({ length }, (_, index) => index);
  return count(levels).flatMap((z) =>
    count(rows).flatMap((y) => count(columns).map((x): Cell => [x, y, z])),
  );
}

/** The colour of the region a cell on the ground belongs to; goals come first. */
function groundOf({ regions }: Scene): Map<string, string> {
  const goalsLast = [...regions].sort(
    (a, b) => Number(a.kind === "goal") - Number(b.kind === "goal"),
  );
  return new Map(
    goalsLast.flatMap(({ colour, cells }) => cells.map((cell) => [cellKey(cell), colour])),
  );
}
