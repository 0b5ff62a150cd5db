import { cellKey } from "../scene";
import type { Block, Cell } from "../wire";
import { lookOf, SIGN_PATHS } from "./colours";
import type { Spot } from "./keyboard";

interface FlatSquareProps {
  cell: Cell;
  at: Spot;
  ground: string | undefined;
  block: Block | undefined;
  coming: Block | undefined;
  going: boolean;
  classes: (string | false | null)[];
  onHover(): void;
  onChoose(): void;
}

/** A cell of the flat board, with what is on it or would be. */
export function FlatSquare({ at: [x, y], ground, block, coming, going, ...rest }: FlatSquareProps) {
  const { classes, onHover, onChoose } = rest;
  const shown = coming ?? block;
  const look = shown && lookOf(shown.colour);
  return (
    <g
      className={["cell", ...classes].filter(Boolean).join(" ")}
      data-cell={cellKey(rest.cell)}
      transform={`translate(${x} ${y})`}
      onPointerMove={onHover}
      onClick={onChoose}
    >
      <rect className="board-picture" width={1} height={1} />
      {ground && <rect width={1} height={1} fill={lookOf(ground).stain} opacity={0.4} />}
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
