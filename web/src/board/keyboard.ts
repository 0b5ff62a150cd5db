// The keyboard's way over the board: from one cell to the next in a direction, as the eye sees it.
import type { Cell } from "../wire";

export type Spot = readonly [x: number, y: number];

export const ARROWS: Record<string, Spot> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * The best cell in a direction on the screen: near, and not far off the line. Without a cell to
 * start from, the one nearest to the middle of all.
 */
export function step(
  cells: readonly Cell[],
  place: (cell: Cell) => Spot,
  from: Cell | null,
  direction: Spot,
): Cell | null {
  const spots = cells.map((cell) => ({ cell, spot: place(cell) }));
  if (!from) {
    const mean = (axis: 0 | 1) =>
      spots.reduce((sum, { spot }) => sum + spot[axis], 0) / spots.length;
    return (
      least(spots, ({ spot }) => Math.hypot(spot[0] - mean(0), spot[1] - mean(1)))?.cell ?? null
    );
  }
  const [x, y] = place(from);
  const ahead = spots.flatMap(({ cell, spot }) => {
    const [dx, dy] = [spot[0] - x, spot[1] - y];
    const along = dx * direction[0] + dy * direction[1];
    const aside = Math.abs(dx * direction[1] - dy * direction[0]);
    // Beyond 60 degrees off the line another arrow is meant.
    return along > 0.5 && aside < along * 1.75 ? [{ cell, cost: along + 1.6 * aside }] : [];
  });
  return least(ahead, ({ cost }) => cost)?.cell ?? from;
}

function least<T>(items: readonly T[], cost: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>(
    (best, item) => (best === undefined || cost(item) < cost(best) ? item : best),
    undefined,
  );
}
