import { useFrame, useThree } from "@react-three/fiber";
import { useLayoutEffect, useRef } from "react";
import type { Group } from "three";
import type { Block, Board } from "../wire";
import type { Assets, Finish } from "./assets";
import type { Motion, Piece } from "./pieces";
import { boxOf, lengths, middle, type Point } from "./space";

/** Blocks stand by their place, not by their order: so a block keeps its grain. */
const seedOf = ({ cells: [cell] }: Block): number =>
  cell ? cell[0] * 7 + cell[1] * 13 + cell[2] * 5 : 0;

interface BlockMeshProps {
  block: Block;
  board: Board;
  finish: Finish;
  rim?: string | null;
  patterns: boolean;
  assets: Assets;
}

/** One block at the middle of its cells' box. */
export function BlockMesh({ block, board, finish, rim, patterns, assets }: BlockMeshProps) {
  const size = lengths(boxOf(board, block.cells));
  const cut = seedOf(block);
  const solid = finish === "solid" || finish === "lit";
  return (
    <>
      <mesh
        geometry={assets.block(size, cut)}
        material={assets.stain(block.colour, finish, cut)}
        castShadow={solid}
        receiveShadow={solid}
      />
      {rim && (
        <>
          <mesh geometry={assets.rim(size)} material={assets.rimPaint(rim)} />
          <mesh geometry={assets.frame(size)} material={assets.framePaint(rim)} />
        </>
      )}
      {patterns && finish !== "faded" && finish !== "lifted" && (
        <mesh
          geometry={assets.signs(size)}
          material={assets.signPaint(block.colour)}
          renderOrder={2}
        />
      )}
    </>
  );
}

const SECONDS = { drop: 0.26, lift: 0.24, move: 0.34 };
const STAGGER = 0.05;

interface PieceMeshProps extends Omit<BlockMeshProps, "block"> {
  piece: Piece;
  onSettled(id: number): void;
}

/** A block that may be on its way. */
export function PieceMesh({ piece, board, onSettled, ...rest }: PieceMeshProps) {
  const group = useRef<Group>(null);
  const begun = useRef<{ motion: Motion; at: number } | null>(null);
  const { invalidate } = useThree();
  const { block, motion } = piece;

  // In motion the next frame puts it where it is by then.
  useLayoutEffect(() => {
    if (group.current) placeInMotion(group.current, board, block, motion, motion ? 0 : 1);
    invalidate();
  }, [board, block, motion, invalidate]);

  useFrame(({ clock }) => {
    if (!motion || !group.current) return;
    const now = clock.elapsedTime;
    if (begun.current?.motion !== motion) begun.current = { motion, at: now };
    const passed = now - begun.current.at - motion.order * STAGGER;
    const share = Math.min(1, Math.max(0, passed / SECONDS[motion.kind]));
    placeInMotion(group.current, board, block, motion, share);
    invalidate();
    if (share === 1) onSettled(piece.id);
  });

  return (
    <group ref={group}>
      <BlockMesh block={block} board={board} {...rest} />
    </group>
  );
}

/** Where a block is when a share of its motion has passed. */
function placeInMotion(
  group: Group,
  board: Board,
  block: Block,
  motion: Motion | null,
  share: number,
): void {
  const goal = middle(boxOf(board, block.cells));
  group.rotation.set(0, 0, 0);
  group.scale.setScalar(1);
  if (!motion || share === 1) group.position.set(...goal);
  else if (motion.kind === "drop") {
    group.position.set(goal[0], goal[1] + 1.4 * (1 - share * share), goal[2]);
  } else if (motion.kind === "lift") {
    group.position.set(goal[0], goal[1] + 1.6 * share * share, goal[2]);
    group.scale.setScalar(1 - 0.75 * share ** 3);
  } else if (motion.from) fly(group, middle(boxOf(board, motion.from.cells)), goal, share);
  if (motion?.kind === "lift" && share === 1) group.visible = false;
}

/** In an arc over what lies between; a block that comes down rolls over as a falling tower does. */
function fly(group: Group, from: Point, to: Point, share: number): void {
  const eased = share * share * (3 - 2 * share);
  const mix = (axis: 0 | 1 | 2) => from[axis] + (to[axis] - from[axis]) * eased;
  const falls = from[1] - to[1] > 0.5;
  const arc = (falls ? 0.25 : 0.9) * 4 * eased * (1 - eased);
  group.position.set(mix(0), mix(1) + arc, mix(2));
  if (!falls) return;
  const roll = (Math.PI / 2) * (1 - eased);
  const [dx, dz] = [to[0] - from[0], to[2] - from[2]];
  if (Math.abs(dx) > Math.abs(dz)) group.rotation.z = Math.sign(dx) * roll;
  else group.rotation.x = -Math.sign(dz) * roll;
}

/** Tells once when the last motion of a change has ended. */
export function useSettling(change: number, moving: number, done: () => void) {
  const still = useRef({ change, ids: new Set<number>() });
  if (still.current.change !== change) still.current = { change, ids: new Set() };
  return (id: number) => {
    still.current.ids.add(id);
    if (still.current.ids.size === moving) done();
  };
}
