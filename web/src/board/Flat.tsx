// The board without WebGL: its levels side by side, with the same picks.
import { type Block, type Cell, type Change, cellKey, type View } from "../scene";
import { lookOf, SIGN_PATHS } from "./colours";
import type { Spot } from "./cursor";
import { filledBy, heightOf, onBoard } from "./space";

interface FlatProps {
  view: View;
  shown: number;
  next: readonly Cell[];
  picked: readonly Cell[];
  hover: Cell | null;
  ghost: Change | null;
  highlight: readonly Cell[];
  guilty: readonly Cell[];
  levelName(level: number): string;
  onAim(cell: Cell | null): void;
  onChoose(cell: Cell): void;
}

const GUTTER = 1.4;

/** Where a cell is drawn, in cells; levels follow each other to the right. */
export function flatPlace({ board }: View, [x, y, z]: Cell): Spot {
  const [columns, rows, levels] = board.size;
  return board.upright ? [x, levels - 1 - z] : [x + z * (columns + GUTTER), rows - 1 - y];
}

export function Flat(props: FlatProps) {
  const { view, shown, next, picked, hover, ghost, highlight, guilty, onAim, onChoose } = props;
  const { board, blocks } = view;
  const [columns, rows, levels] = board.size;
  const filled = filledBy(blocks);
  const top = Math.max(heightOf(blocks), ...next.map((cell) => cell[2] + 1), 1);
  const panels = board.upright ? 1 : Math.min(top, shown, levels);
  const tall = board.upright ? levels : rows;
  const wide = panels * (columns + GUTTER) - GUTTER;
  const cells = allCells(columns, rows, board.upright ? levels : panels);
  const outside = next.filter((cell) => !onBoard(board, cell));
  const marks = {
    next: keys(next),
    picked: keys(picked),
    lit: keys(highlight),
    guilty: keys(guilty),
  };
  const last = filledBy(view.change?.add ?? []);
  const coming = filledBy(ghost?.add ?? []);
  const going = filledBy(ghost?.take ?? []);
  return (
    <svg
      className="board-flat"
      viewBox={`-1 -1 ${wide + 2} ${tall + 2}`}
      onPointerLeave={() => onAim(null)}
    >
      {[...cells, ...outside].map((cell) => {
        const key = cellKey(cell);
        return (
          <Square
            key={key}
            at={flatPlace(view, cell)}
            block={filled.get(key)}
            coming={coming.get(key)}
            going={going.has(key)}
            classes={[
              last.has(key) && "last",
              marks.next.has(key) && "next",
              marks.picked.has(key) && "picked",
              marks.lit.has(key) && "lit",
              marks.guilty.has(key) && "guilty",
              hover && cellKey(hover) === key && "hover",
            ]}
            onAim={() => onAim(cell)}
            onChoose={() => onChoose(cell)}
          />
        );
      })}
      {!board.upright &&
        Array.from({ length: panels }, (_, level) => (
          <text key={props.levelName(level)} x={level * (columns + GUTTER) + columns / 2} y={-0.35}>
            {props.levelName(level)}
          </text>
        ))}
      {Array.from({ length: columns }, (_, x) => (
        <text key={`column ${cellKey([x, 0, 0])}`} x={x + 0.5} y={tall + 0.6}>
          {String.fromCharCode(97 + x)}
        </text>
      ))}
      {Array.from({ length: tall }, (_, y) => (
        <text key={`row ${cellKey([0, y, 0])}`} x={-0.5} y={tall - y - 0.38}>
          {y + 1}
        </text>
      ))}
    </svg>
  );
}

const keys = (cells: readonly Cell[]): ReadonlySet<string> => new Set(cells.map(cellKey));

function allCells(columns: number, rows: number, levels: number): Cell[] {
  const count = (length: number) => Array.from({ length }, (_, index) => index);
  return count(levels).flatMap((z) =>
    count(rows).flatMap((y) => count(columns).map((x): Cell => [x, y, z])),
  );
}

interface SquareProps {
  at: Spot;
  block: Block | undefined;
  coming: Block | undefined;
  going: boolean;
  classes: (string | false | null)[];
  onAim(): void;
  onChoose(): void;
}

function Square({ at: [x, y], block, coming, going, classes, onAim, onChoose }: SquareProps) {
  const shown = coming ?? block;
  const look = shown && lookOf(shown.colour);
  return (
    <g
      className={["cell", ...classes].filter(Boolean).join(" ")}
      transform={`translate(${x} ${y})`}
      onPointerMove={onAim}
      onClick={onChoose}
    >
      <rect className="board-picture" width={1} height={1} />
      {look && (
        <g opacity={coming ? 0.65 : going ? 0.3 : 1}>
          <rect x={0.04} y={0.04} width={0.92} height={0.92} rx={0.1} fill={look.stain} />
          <path
            d={SIGN_PATHS[look.sign]}
            fill={look.ink}
            fillRule="evenodd"
            transform="translate(.5 .5) scale(.22)"
          />
        </g>
      )}
      <rect className="mark" x={0.04} y={0.04} width={0.92} height={0.92} rx={0.1} />
      <circle className="dot" cx={0.5} cy={0.5} r={0.11} />
    </g>
  );
}
