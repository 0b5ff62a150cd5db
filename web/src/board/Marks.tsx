// Signs on the scene that are no blocks: what is picked, what is guilty.
import { useFrame, useThree } from "@react-three/fiber";
import { useEffect, useRef } from "react";
import type { Group } from "three";
import { cellKey } from "../scene";
import type { Board, Cell } from "../wire";
import type { Assets } from "./assets";
import { type Box, boxOf, lengths, middle } from "./space";

export const MARK = { light: "#0f6b5c", dark: "#7fe3cf" };
export const LAST = { light: "#b4690e", dark: "#ffe08a" };
export const LIT = { light: "#0b7285", dark: "#8be9fd" };
/** Cells that have to be left alone this turn. */
export const BARRED = { light: "#6f2b8f", dark: "#d9a6f2" };
export const GUILT = { light: "#d1242f", dark: "#ff6b6b" };

interface OutlinesProps {
  board: Board;
  /** The cells of each box. */
  boxes: readonly (readonly Cell[])[];
  colour: string;
  /** What is no longer there. */
  faint?: boolean;
  /** Seen through whatever stands before it. */
  through?: boolean;
  /** Around the floor of the cells alone, where many lie side by side. */
  flat?: boolean;
  assets: Assets;
}

/** The edges of boxes around cells. */
export function Outlines(props: OutlinesProps) {
  const { board, boxes, colour, faint = false, through = false, flat = false, assets } = props;
  return boxes.map((cells) => {
    const whole = boxOf(board, cells);
    const box = flat && !board.upright ? floorOf(whole) : whole;
    return (
      <mesh
        key={cells.map(cellKey).join(" ")}
        position={[...middle(box)]}
        geometry={assets.frame(lengths(box))}
        material={assets.framePaint(colour, faint, through)}
        renderOrder={through ? 6 : 4}
      />
    );
  });
}

const THIN = 0.05;

const floorOf = ({ min, max }: Box): Box => ({ min, max: [max[0], min[1] + THIN, max[2]] });

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
