// The exact pictures from all sides, small and always in step; each turns the board to its side.
import type { Say } from "../i18n";
import { SIDES } from "../scene";
import type { Block, Board, Cell, Side } from "../wire";
import { lookOf, SIGN_PATHS } from "./colours";
import { type Picture, pictureOf, seenAt } from "./space";
import {
  HIDDEN_TEXT,
  HOME_SHORT,
  HOME_TEXT,
  SIDE_TEXTS,
  TURN_SHORT,
  TURN_TEXT,
  VIEWS_TEXT,
} from "./texts";

interface SideViewsProps {
  board: Board;
  blocks: readonly Block[];
  high: number;
  highlight: readonly Cell[];
  patterns: boolean;
  side: Side | "home" | null;
  onSide(side: Side | "home"): void;
  /** Turns the board by a quarter. */
  onTurn?(): void;
  /** How many cells that lead on are hidden from here. */
  hidden: number;
  t: Say;
  /** Further ways to look at the board. */
  children?: React.ReactNode;
}

export function SideViews({
  board,
  blocks,
  high,
  highlight,
  patterns,
  side,
  onSide,
  onTurn,
  hidden,
  t,
  children,
}: SideViewsProps) {
  const sides: readonly Side[] = board.upright ? ["front"] : SIDES;
  return (
    <div className="board-strip" role="group" aria-label={t(VIEWS_TEXT)}>
      <button
        type="button"
        aria-pressed={side === "home"}
        aria-label={t(HOME_TEXT)}
        title={t(HOME_TEXT)}
        onClick={() => onSide("home")}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true" className="board-home">
          <path d="M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9" />
        </svg>
        <span>{t(HOME_SHORT)}</span>
      </button>
      {onTurn && (
        <button
          type="button"
          aria-label={hidden ? t(HIDDEN_TEXT, { n: hidden }) : t(TURN_TEXT)}
          title={hidden ? t(HIDDEN_TEXT, { n: hidden }) : t(TURN_TEXT)}
          aria-keyshortcuts="T"
          onClick={onTurn}
        >
          {hidden > 0 && <b className="board-count">{hidden}</b>}
          <svg viewBox="0 0 24 24" aria-hidden="true" className="board-home">
            <path d="M20 12a8 8 0 1 1-3.2-6.4M17 2v4h-4" />
          </svg>
          <span>{t(TURN_SHORT)}</span>
        </button>
      )}
      {sides.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={side === name}
          aria-label={t(SIDE_TEXTS[name])}
          title={t(SIDE_TEXTS[name])}
          onClick={() => onSide(name)}
        >
          <Thumbnail
            picture={pictureOf(board, blocks, name, high)}
            lit={seenOf(board, blocks, name, highlight)}
            patterns={patterns}
          />
          <span>{t(name)}</span>
        </button>
      ))}
      {children}
    </div>
  );
}

/** Those squares of a picture on which lit cells can be seen. */
function seenOf(
  board: Board,
  blocks: readonly Block[],
  side: Side,
  lit: readonly Cell[],
): Square[] {
  const front = new Map<string, number>();
  for (const cell of blocks.flatMap((block) => block.cells)) {
    const [u, v, near] = seenAt(board, side, cell);
    front.set(`${u},${v}`, Math.max(near, front.get(`${u},${v}`) ?? near));
  }
  return lit.flatMap((cell) => {
    const [u, v, near] = seenAt(board, side, cell);
    return front.get(`${u},${v}`) === near ? [[u, v] as const] : [];
  });
}

type Square = readonly [u: number, v: number];

interface ThumbnailProps {
  picture: Picture;
  lit: readonly Square[];
  patterns: boolean;
}

/** One picture as squares; lines part the blocks. */
function Thumbnail({ picture, lit, patterns }: ThumbnailProps) {
  const tall = picture.length;
  const wide = picture[0]?.length ?? 0;
  const signs: React.ReactNode[] = [];
  const squares = picture.flatMap((row, y) =>
    row.map((block, x) => {
      if (!block) return null;
      const look = lookOf(block.colour);
      const fresh = picture[y - 1]?.[x] !== block && row[x - 1] !== block;
      if (patterns && fresh)
        signs.push(
          <path
            key={`${x},${y}`}
            d={SIGN_PATHS[look.sign]}
            fill={look.ink}
            fillRule="evenodd"
            transform={`translate(${x + 0.5} ${y + 0.5}) scale(.28)`}
          />,
        );
      // A hair of overlap hides the seams between squares of one block.
      return <rect key={`${x},${y}`} x={x} y={y} width={1.02} height={1.02} fill={look.stain} />;
    }),
  );
  return (
    <svg viewBox={`-.08 -.08 ${wide + 0.16} ${tall + 0.16}`} aria-hidden="true">
      <rect className="board-picture" width={wide} height={tall} />
      {squares}
      <path className="board-seams" d={seams(picture)} />
      {signs}
      {lit.map(([u, v]) => (
        <rect
          key={`${u},${v}`}
          className="board-lit"
          x={u + 0.06}
          y={tall - 1 - v + 0.06}
          width={0.88}
          height={0.88}
        />
      ))}
    </svg>
  );
}

/** Lines wherever two neighbouring squares belong to different blocks. */
function seams(picture: Picture): string {
  let path = "";
  const at = (x: number, y: number) => picture[y]?.[x] ?? null;
  for (let y = 0; y <= picture.length; y++)
    for (let x = 0; x <= (picture[0]?.length ?? 0); x++) {
      if (at(x, y) !== at(x, y - 1)) path += `M${x} ${y}h1`;
      if (at(x, y) !== at(x - 1, y)) path += `M${x} ${y}v1`;
    }
  return path;
}
