// The blocks as things with a past: a block keeps its identity from one view to the next, and one
// that changed knows how it came or where it goes.
import { blockKey } from "../scene";
import type { Block, Cell } from "../wire";

export interface Motion {
  kind: "drop" | "lift" | "move";
  /** For a move: where the block was. */
  from?: Block;
  /** Place in the queue, so that a tower falls cube by cube. */
  order: number;
}

export interface Piece {
  id: number;
  block: Block;
  motion: Motion | null;
}

export interface Pieces {
  blocks: readonly Block[];
  list: readonly Piece[];
  /** Counts the changes, so that a motion is played once. */
  change: number;
  nextId: number;
}

/** A change of more blocks than any move makes is a jump in the record: nothing flies about. */
const MOST_MOVED = 12;

export function firstPieces(blocks: readonly Block[]): Pieces {
  const list = blocks.map((block, id) => ({ id, block, motion: null }));
  return { blocks, list, change: 0, nextId: list.length };
}

export function nextPieces(before: Pieces, blocks: readonly Block[], animate: boolean): Pieces {
  const waiting = new Map<string, Piece[]>();
  for (const piece of before.list)
    if (piece.motion?.kind !== "lift") push(waiting, blockKey(piece.block), piece);
  const kept: Piece[] = [];
  const added: Block[] = [];
  for (const block of blocks) {
    const piece = waiting.get(blockKey(block))?.pop();
    if (piece) kept.push(piece.motion ? { ...piece, motion: null } : piece);
    else added.push(block);
  }
  const gone = [...waiting.values()].flat();
  if (!added.length && !gone.length) return { ...before, blocks };
  const moving = animate && added.length + gone.length <= MOST_MOVED;
  const { list, nextId } = changed(added, gone, before.nextId, moving);
  return { blocks, list: [...kept, ...list], change: before.change + 1, nextId };
}

/** Without the blocks that have left. */
export const settled = (pieces: Pieces): Pieces => ({
  ...pieces,
  list: pieces.list
    .filter((piece) => piece.motion?.kind !== "lift")
    .map((piece) => (piece.motion ? { ...piece, motion: null } : piece)),
});

function changed(added: readonly Block[], gone: readonly Piece[], nextId: number, moving: boolean) {
  const list: Piece[] = [];
  const left = [...gone].sort((a, b) => low(a.block)[2] - low(b.block)[2]);
  const rest = [...added];
  let id = nextId;
  if (moving)
    for (const piece of [...left]) {
      const goal = nearest(piece.block, rest);
      if (!goal) continue;
      rest.splice(rest.indexOf(goal), 1);
      left.splice(left.indexOf(piece), 1);
      list.push({
        id: piece.id,
        block: goal,
        motion: { kind: "move", from: piece.block, order: list.length },
      });
    }
  for (const block of rest)
    list.push({ id: id++, block, motion: moving ? { kind: "drop", order: list.length } : null });
  if (moving)
    for (const piece of left) list.push({ ...piece, motion: { kind: "lift", order: list.length } });
  return { list, nextId: id };
}

/** The nearest added block that could be this one: same colour, owner and lengths. */
function nearest(block: Block, added: readonly Block[]): Block | undefined {
  const alike = added.filter(
    (other) =>
      other.colour === block.colour &&
      other.owner === block.owner &&
      other.cells.length === block.cells.length &&
      shape(other) === shape(block),
  );
  const far = (other: Block) => {
    const [a, b] = [low(block), low(other)];
    return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]) / 8;
  };
  return alike.sort((a, b) => far(a) - far(b))[0];
}

const extent = (block: Block, axis: 0 | 1 | 2): number => {
  const values = block.cells.map((cell) => cell[axis]);
  return Math.max(...values) - Math.min(...values);
};
const shape = (block: Block): string =>
  [extent(block, 0), extent(block, 1), extent(block, 2)].sort().join();
const low = (block: Block): Cell => block.cells[0] ?? [0, 0, 0];

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}
