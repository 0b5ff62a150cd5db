// Picking on the board: what can be picked, what is pointed at, and what the next pick would do.
import { useCallback, useMemo, useState } from "react";
import { cellKey, sameCell } from "../scene";
import type { Cell, Change, Offer } from "../wire";
import type { Pickable, Target } from "./hitTest";
import { leadsTo, pick, pickingOf, stepBack, waysOf } from "./picking";
import type { BoardProps, Certainty } from "./props";
import { filledBy, lowestLevel } from "./space";

export interface BoardPicking {
  pickable: Pickable;
  /** The cell under the keyboard's cursor. */
  cursor: Cell | null;
  setCursor: React.Dispatch<React.SetStateAction<Cell | null>>;
  setHover(target: Target | null): void;
  /** The cell under the cursor or, if a pick there leads on, under the pointer. */
  target: Cell | null;
  /** The move in preview. */
  ghost: Change | null;
  choose(cell: Cell, how?: Certainty): void;
}

export function useBoardPicking(props: BoardProps, shown: number): BoardPicking {
  const { view, offers, picked } = props;
  const { board, blocks } = view;
  const [hover, setHover] = useState<Target | null>(null);
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
  // The cursor stays where it is as long as something can be picked there.
  if (cursor && !leads(cursor)) setCursor(null);

  const target = cursor ?? (hover?.good ? hover.cell : null);
  const ghost = useMemo(() => {
    if (props.ghost) return props.ghost;
    const going = target && leads(target) ? pick(ways, picked, target) : null;
    return going ? foreseen(pickingOf(ways, going.cells)) : null;
  }, [props.ghost, target, leads, ways, picked]);

  const choose = (cell: Cell, how: Certainty = "sure") => {
    const going = pick(ways, picked, cell);
    setHover(null);
    if (going?.play) props.onPlay(going.play.move, how);
    else if (going) props.onPick(going.cells);
    else if (picked.some((other) => sameCell(other, cell))) props.onPick(stepBack(picked));
    else props.onRefusedPick([...picked, cell]);
  };
  return {
    pickable,
    cursor,
    setCursor,
    setHover: (next) => setHover((old) => (sameTarget(old, next) ? old : next)),
    target,
    ghost,
    choose,
  };
}

/** What to preview: the one move that is left, or the first of those that differ by label only. */
function foreseen({ matching, complete }: ReturnType<typeof pickingOf>): Offer | null {
  if (complete[0]) return complete[0];
  return matching.length === 1 ? (matching[0] ?? null) : null;
}

const sameTarget = (a: Target | null, b: Target | null): boolean =>
  a === b || Boolean(a && b && a.good === b.good && sameCell(a.cell, b.cell));
