// Picking on the board: what can be picked, what is pointed at, and what the next pick would do.
import { useCallback, useMemo, useRef, useState } from "react";
import { AT_ONCE } from "../atOnce";
import { cellKey, sameCell } from "../scene";
import { useStateOf } from "../state/stateOf";
import type { Block, Board, Cell, Offer } from "../wire";
import type { Pickable, Target } from "./hitTest";
import { leadsTo, pick, pickingOf, stepBack, waysOf } from "./picking";
import type { BoardProps, Certainty, Ghost } from "./props";
import { filledBy, lowestLevel, onBoard, topOf } from "./space";

export interface BoardPicking {
  pickable: Pickable;
  /** What can be asked about: everything on the board. */
  askable: Pickable;
  /** Where the keyboard goes: what leads on, or when asking every place. */
  walk: readonly Cell[];
  /** The cell under the keyboard's cursor. */
  cursor: Cell | null;
  setCursor: React.Dispatch<React.SetStateAction<Cell | null>>;
  setHover(target: Target | null): void;
  /** The cell under the cursor or, if a pick there leads on, under the pointer. */
  target: Cell | null;
  /** The move in preview. */
  ghost: Ghost | null;
  choose(cell: Cell, how?: Certainty): void;
  /** Until when an answer to a click may come, by the page's clock. */
  awaited: React.RefObject<number>;
  /** What a finger touched: one thing, or several of which one is meant. */
  touch(targets: readonly Target[]): void;
}

export function useBoardPicking(props: BoardProps, shown: number): BoardPicking {
  const { view, offers, picked } = props;
  const { board, blocks } = view;
  // What was pointed at stays lit until the position is another one.
  const [hover, setHover] = useStateOf<Target | null>(view, null);
  const [cursor, setCursor] = useState<Cell | null>(null);
  const ways = useMemo(() => waysOf(offers, blocks), [offers, blocks]);
  const { next } = useMemo(() => pickingOf(ways, picked), [ways, picked]);
  const leads = useCallback((cell: Cell) => leadsTo(ways, picked, cell) !== null, [ways, picked]);
  const pickable = useMemo<Pickable>(() => {
    const filled = filledBy(blocks);
    return {
      board,
      blocks: blocks.filter((block) => lowestLevel(block) < shown),
      picked: picked.filter((cell) => !filled.has(cellKey(cell))),
      next,
      leads,
    };
  }, [board, blocks, shown, picked, next, leads]);
  const askable = useMemo<Pickable>(
    () => ({ ...pickable, next: [], picked: [], leads: (cell) => onBoard(board, cell) }),
    [pickable, board],
  );
  const asking = props.asking ?? false;
  const walk = useMemo(
    () => (asking ? placesOf(board, blocks) : next),
    [asking, board, blocks, next],
  );
  // The cursor stays where it is as long as something can be picked there.
  if (cursor && !asking && !leads(cursor)) setCursor(null);

  const here = asking ? askable : pickable;
  const target =
    props.pointed ?? cursor ?? (hover?.good && here.leads(hover.cell) ? hover.cell : null);
  const ghost = useMemo(() => {
    if (props.ghost) return props.ghost;
    const going = target && leads(target) ? pick(ways, picked, target) : null;
    return going ? foreseen(pickingOf(ways, going.cells)) : null;
  }, [props.ghost, target, leads, ways, picked]);

  const awaited = useRef(0);
  const choose = (cell: Cell, how: Certainty = "sure") => {
    if (asking) return props.onAsk?.(cell, sameAs(cursor, cell));
    const going = pick(ways, picked, cell);
    if (going?.play) {
      // What was previewed is what is played: the picture stays the same until the answer.
      awaited.current = performance.now() + AT_ONCE;
      return props.onPlay(going.play.move, how);
    }
    setHover(null);
    if (going) props.onPick(going.cells);
    else if (picked.some((other) => sameCell(other, cell))) props.onPick(stepBack(picked));
    else props.onRefusedPick([...picked, cell]);
  };
  const touch = (targets: readonly Target[]) => {
    const [first, second] = targets;
    if (!first) return;
    if (asking) return props.onAsk?.(first.cell, false);
    if (!second) return choose(first.cell, first.unsure ? "unsure" : "finger");
    setHover(null);
    props.onMeant?.(targets.map(({ cell }) => leadsTo(ways, picked, cell) ?? cell));
  };
  return {
    pickable: here,
    askable,
    walk,
    cursor,
    setCursor,
    setHover: (next) => setHover((old) => (sameTarget(old, next) ? old : next)),
    target,
    ghost,
    choose,
    awaited,
    touch,
  };
}

/** What to preview: the one move that is left, or the first of those that differ by label only. */
function foreseen({ matching, complete }: ReturnType<typeof pickingOf>): Offer | null {
  if (complete[0]) return complete[0];
  return matching.length === 1 ? (matching[0] ?? null) : null;
}

/** Every place once: on a board what lies on top of each column, on a wall every square. */
function placesOf(board: Board, blocks: readonly Block[]): Cell[] {
  const filled = filledBy(blocks);
  const [columns, rows, levels] = board.size;
  const { low, high } = board.reach;
  const places: Cell[] = [];
  for (let x = Math.max(0, low[0]); x <= Math.min(columns - 1, high[0]); x++)
    if (board.upright)
      for (let z = 0; z <= Math.min(levels - 1, high[2]); z++) places.push([x, 0, z]);
    else
      for (let y = Math.max(0, low[1]); y <= Math.min(rows - 1, high[1]); y++)
        places.push([x, y, Math.max(0, topOf(filled, [x, y, 0])[2] - 1)]);
  return places;
}

const sameAs = (a: Cell | null, b: Cell): boolean => a !== null && sameCell(a, b);

const sameTarget = (a: Target | null, b: Target | null): boolean =>
  a === b || Boolean(a && b && a.good === b.good && sameCell(a.cell, b.cell));
