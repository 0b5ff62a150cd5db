// Signs on the scene that are no blocks: where a pick leads on, what is picked, what is guilty.
import { useFrame, useThree } from "@react-three/fiber";
import { useEffect, useLayoutEffect, useRef } from "react";
import { type Group, type InstancedMesh, Matrix4, Vector3 } from "three";
import { cellKey } from "../scene";
import type { Board, Cell } from "../wire";
import type { Assets } from "./assets";
import { boxOf, type Filled, lengths, middle } from "./space";

export const MARK = { light: "#0f6b5c", dark: "#7fe3cf" };
/** Dots lie on wood, which is light by day and by night. */
export const DOT = MARK.light;
export const LAST = { light: "#b4690e", dark: "#ffe08a" };
export const LIT = { light: "#0b7285", dark: "#8be9fd" };
/** Cells that have to be left alone this turn. */
export const BARRED = { light: "#6f2b8f", dark: "#d9a6f2" };
export const GUILT = { light: "#d1242f", dark: "#ff6b6b" };

interface DotsProps {
  board: Board;
  cells: readonly Cell[];
  filled: Filled;
  colour: string;
  strong: boolean;
}

/** A small disc where a cell rests: on the ground, on the block below, or on top of the block. */
export function Dots({ board, cells, filled, colour, strong }: DotsProps) {
  const mesh = useRef<InstancedMesh>(null);
  const { invalidate } = useThree();
  useLayoutEffect(() => {
    const place = new Matrix4();
    cells.forEach((cell, index) => {
      const { min, max } = boxOf(board, [cell]);
      const [x, y, z] = middle({ min, max });
      const size = strong ? 1.35 : 1;
      place.makeRotationX(board.upright ? Math.PI / 2 : 0).scale(new Vector3(size, size, size));
      if (board.upright) place.setPosition(x, y, -0.49);
      else place.setPosition(x, (filled.has(cellKey(cell)) ? max[1] : min[1]) + 0.012, z);
      mesh.current?.setMatrixAt(index, place);
    });
    if (mesh.current) mesh.current.instanceMatrix.needsUpdate = true;
    invalidate();
  }, [board, cells, filled, strong, invalidate]);
  if (!cells.length) return null;
  return (
    <instancedMesh
      key={cells.length}
      ref={mesh}
      args={[undefined, undefined, cells.length]}
      frustumCulled={false}
      renderOrder={3}
    >
      <cylinderGeometry args={[0.1, 0.1, 0.012, 20]} />
      <meshBasicMaterial
        color={colour}
        transparent
        opacity={strong ? 0.85 : 0.5}
        toneMapped={false}
        depthWrite={false}
      />
    </instancedMesh>
  );
}

interface OutlinesProps {
  board: Board;
  /** The cells of each box. */
  boxes: readonly (readonly Cell[])[];
  colour: string;
  /** What is no longer there. */
  faint?: boolean;
  assets: Assets;
}

/** The edges of boxes around cells. */
export function Outlines({ board, boxes, colour, faint = false, assets }: OutlinesProps) {
  return boxes.map((cells) => {
    const box = boxOf(board, cells);
    return (
      <mesh
        key={cells.map(cellKey).join(" ")}
        position={[...middle(box)]}
        geometry={assets.frame(lengths(box))}
        material={assets.framePaint(colour, faint)}
        renderOrder={4}
      />
    );
  });
}

const PULSES = 3;
const PULSE_SECONDS = 0.4;

interface PulseProps {
  animate: boolean;
  children: React.ReactNode;
}

/** Swells a few times to draw the eye, then rests: an idle page draws no frames. A new key pulses again. */
export function Pulse({ animate, children }: PulseProps) {
  const group = useRef<Group>(null);
  const begun = useRef<number | null>(null);
  const { invalidate } = useThree();
  useEffect(() => invalidate(), [invalidate]);
  useFrame(({ clock }) => {
    if (!group.current || !animate) return;
    begun.current ??= clock.elapsedTime;
    const passed = (clock.elapsedTime - begun.current) / PULSE_SECONDS;
    const on = passed >= PULSES || passed % 1 < 0.6;
    group.current.visible = on;
    if (passed < PULSES) invalidate();
  });
  return <group ref={group}>{children}</group>;
}
