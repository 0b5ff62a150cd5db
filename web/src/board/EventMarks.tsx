// What a decision brought about, on the board: its cells lit, and a badge with the points over them.
import { useFrame, useThree } from "@react-three/fiber";
import { useEffect, useMemo, useRef } from "react";
import type { Sprite } from "three";
import type { Board, Cell, Event } from "../wire";
import type { Assets } from "./assets";
import { textureOf } from "./boardTexture";
import { Outlines, Pulse } from "./Marks";
import { boxOf, middle, type Point } from "./space";
import { badgeText, flashTime } from "./useFlash";

export const EVENT = { light: "#ffb000", dark: "#ffd75e" };
const INK = "#2a1c00";
const RISE = 0.45;
const SIZE = 0.95;

interface EventMarksProps {
  events: readonly Event[];
  board: Board;
  theme: "light" | "dark";
  animate: boolean;
  assets: Assets;
}

export function EventMarks({ events, board, theme, animate, assets }: EventMarksProps) {
  const time = flashTime(events);
  return placed(events).map(({ event, place }) => (
    <group key={place}>
      <Pulse animate={animate}>
        <Outlines
          boxes={event.cells.map((cell) => [cell])}
          colour={EVENT[theme]}
          board={board}
          assets={assets}
        />
      </Pulse>
      <Badge
        text={badgeText(event)}
        colour={EVENT[theme]}
        at={overCells(board, event.cells)}
        rising={animate ? time : null}
      />
    </group>
  ));
}

/** Those with a place on the board, each with a name of its own. */
function placed(events: readonly Event[]) {
  return events
    .map((event, index) => ({ event, place: `${index} ${event.kind}` }))
    .filter(({ event }) => event.cells.length);
}

/** Over the middle of cells; in front of them on a wall. */
export function overCells(board: Board, cells: readonly Cell[], high = 0.6): Point {
  const box = boxOf(board, cells);
  const [x, y, z] = middle(box);
  return board.upright ? [x, y, box.max[2] + high] : [x, box.max[1] + high, z];
}

interface BadgeProps {
  text: string;
  colour: string;
  at: Point;
  /** Milliseconds in which it rises a little and fades; by default it stands still until it goes. */
  rising?: number | null;
  size?: number;
}

export function Badge({ text, colour, at, rising = null, size = SIZE }: BadgeProps) {
  const sprite = useRef<Sprite>(null);
  const begun = useRef<number | null>(null);
  const { invalidate } = useThree();
  const picture = useMemo(() => badgePicture(text, colour), [text, colour]);
  useEffect(() => {
    invalidate();
    return () => {
      picture.dispose();
      invalidate();
    };
  }, [picture, invalidate]);
  useFrame(({ clock }) => {
    if (rising === null || !sprite.current) return;
    begun.current ??= clock.elapsedTime;
    const share = Math.min(1, ((clock.elapsedTime - begun.current) * 1000) / rising);
    sprite.current.position.y = at[1] + RISE * (1 - (1 - share) ** 3);
    sprite.current.material.opacity = Math.min(1, 4 * (1 - share));
    if (share < 1) invalidate();
  });
  return (
    <sprite ref={sprite} position={[...at]} scale={[size, size, 1]} renderOrder={9}>
      <spriteMaterial map={picture} transparent depthTest={false} toneMapped={false} />
    </sprite>
  );
}

function badgePicture(text: string, colour: string) {
  const size = 128;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.beginPath();
    pen.arc(size / 2, size / 2, size * 0.42, 0, 2 * Math.PI);
    pen.fillStyle = colour;
    pen.fill();
    pen.lineWidth = size * 0.05;
    pen.strokeStyle = INK;
    pen.stroke();
    pen.fillStyle = INK;
    pen.font = `700 ${size * (text.length > 2 ? 0.34 : 0.44)}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(text, size / 2, size * 0.53);
  }
  return textureOf(canvas);
}
