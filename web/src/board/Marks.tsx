// Signs on the scene that are no blocks: where a pick leads on, what is picked, what is guilty.
import { useFrame, useThree } from "@react-three/fiber";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import {
  GreaterDepth,
  type Group,
  type InstancedMesh,
  LessEqualDepth,
  Matrix4,
  Vector3,
} from "three";
import { cellKey } from "../scene";
import type { Board, Cell } from "../wire";
import type { Assets } from "./assets";
import { dotPlace } from "./hitTest";
import { boxOf, type Filled, lengths, middle } from "./space";

export const MARK = { light: "#0f6b5c", dark: "#7fe3cf" };
/** Dots lie on wood, which is light by day and by night. */
const DOT = MARK.light;
const HALO = "#fffaf0";
export const LAST = { light: "#b4690e", dark: "#ffe08a" };
export const LIT = { light: "#0b7285", dark: "#8be9fd" };
/** Cells that have to be left alone this turn. */
export const BARRED = { light: "#6f2b8f", dark: "#d9a6f2" };
export const GUILT = { light: "#d1242f", dark: "#ff6b6b" };

interface DotsProps {
  board: Board;
  cells: readonly Cell[];
  filled: Filled;
  strong: boolean;
}

/** Light around dark is seen on every stain; what a block hides shines through it faintly. */
const DISCS = [
  { radius: 0.15, colour: HALO, opacity: 0.9, hidden: false },
  { radius: 0.1, colour: DOT, opacity: 1, hidden: false },
  { radius: 0.15, colour: HALO, opacity: 0.35, hidden: true },
  { radius: 0.1, colour: DOT, opacity: 0.5, hidden: true },
] as const;

/** A small disc where a cell rests: on the ground, on the block below, or on top of the block. */
export function Dots({ board, cells, filled, strong }: DotsProps) {
  const places = useMemo(() => {
    const size = strong ? 1.3 : 1;
    return cells.map((cell) =>
      new Matrix4()
        .makeRotationX(board.upright ? Math.PI / 2 : 0)
        .scale(new Vector3(size, 1, size))
        .setPosition(...dotPlace(board, filled, cell)),
    );
  }, [board, cells, filled, strong]);
  if (!places.length) return null;
  return DISCS.map((disc, order) => (
    <Discs key={`${disc.radius} ${disc.hidden}`} places={places} order={3 + order / 10} {...disc} />
  ));
}

interface DiscsProps {
  places: readonly Matrix4[];
  radius: number;
  colour: string;
  opacity: number;
  hidden: boolean;
  order: number;
}

function Discs({ places, radius, colour, opacity, hidden, order }: DiscsProps) {
  const mesh = useRef<InstancedMesh>(null);
  const { invalidate } = useThree();
  useLayoutEffect(() => {
    const { current } = mesh;
    if (!current) return;
    for (const [index, place] of places.entries()) current.setMatrixAt(index, place);
    current.instanceMatrix.needsUpdate = true;
    invalidate();
  }, [places, invalidate]);
  return (
    <instancedMesh
      key={places.length}
      ref={mesh}
      args={[undefined, undefined, places.length]}
      frustumCulled={false}
      renderOrder={order}
    >
      <cylinderGeometry args={[radius, radius, 0.012, 24]} />
      <meshBasicMaterial
        color={colour}
        transparent
        opacity={opacity}
        toneMapped={false}
        depthWrite={false}
        depthFunc={hidden ? GreaterDepth : LessEqualDepth}
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
