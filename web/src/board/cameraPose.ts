// The camera as plain numbers: what it looks at, from where, how much it sees, and whether lines
// stay parallel. Exact side views are orthographic; everything else has a mild perspective.

import type { Side } from "../wire";
import type { Box, Point } from "./space";

export interface Pose {
  target: Point;
  /** Around the board, 0 from the front, growing to the right. */
  azimuth: number;
  /** Above the table. */
  elevation: number;
  /** World units from bottom to top of the picture, at the target. */
  span: number;
  /** 0 perspective, 1 orthographic. */
  flat: number;
}

export interface Frame {
  /** What has to be seen. */
  box: Box;
  aspect: number;
  upright: boolean;
  /** Quarters by which home is turned, so that a seat sees the board from its own side. */
  quarters?: number;
}

const FIELD = (24 * Math.PI) / 180;
const MARGIN = 1.04;
const QUARTER = Math.PI / 2;

const DIRECTIONS: Record<Side, [azimuth: number, elevation: number]> = {
  front: [0, 0],
  right: [QUARTER, 0],
  back: [2 * QUARTER, 0],
  left: [-QUARTER, 0],
  top: [0, QUARTER],
};

/** Half the angle of sight; it closes on the way to parallel lines. */
export const halfField = (flat: number): number => (FIELD / 2) * Math.max(1 - flat, 0.01);

export const distanceOf = (pose: Pose): number => pose.span / 2 / Math.tan(halfField(pose.flat));

/** Unit vectors of the picture: to the right, up, and towards the eye. */
export function axesOf({ azimuth, elevation }: Pose): { right: Point; up: Point; back: Point } {
  const [sa, ca] = [Math.sin(azimuth), Math.cos(azimuth)];
  const [se, ce] = [Math.sin(elevation), Math.cos(elevation)];
  return { right: [ca, 0, -sa], up: [-se * sa, ce, -se * ca], back: [ce * sa, se, ce * ca] };
}

export function home(frame: Frame): Pose {
  const [azimuth, elevation] = frame.upright ? [0.14, 0.16] : [0.42, 0.66];
  return fitted(frame, azimuth + (frame.quarters ?? 0) * QUARTER, elevation, 0);
}

export function fromSide(frame: Frame, side: Side): Pose {
  const [azimuth, elevation] = DIRECTIONS[side];
  // From above a seat's own side stays in front of it; the other sides are those of the board.
  const turned = side === "top" ? (frame.quarters ?? 0) * QUARTER : 0;
  return fitted(frame, azimuth + turned, elevation, 1);
}

/** The pose that just shows the frame's box from a direction, centred in the picture. */
function fitted(frame: Frame, azimuth: number, elevation: number, flat: number): Pose {
  const { min, max } = frame.box;
  const centre: Point = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  let pose: Pose = { target: centre, azimuth, elevation, span: 1, flat };
  // Perspective makes near parts larger, so the middle is found in a few rounds.
  for (let round = 0; round < 6; round++)
    pose = centred(frame, { ...pose, span: spanFor(frame, pose) });
  return { ...pose, span: spanFor(frame, pose) * MARGIN };
}

function corners({ min, max }: Box): Point[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => [
    bits & 1 ? max[0] : min[0],
    bits & 2 ? max[1] : min[1],
    bits & 4 ? max[2] : min[2],
  ]);
}

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** The span at which every corner of the box lies within the picture. */
function spanFor({ box, aspect }: Frame, pose: Pose): number {
  const { right, up, back } = axesOf(pose);
  const reach = Math.tan(halfField(pose.flat));
  const needed = corners(box).map((corner) => {
    const offset = minus(corner, pose.target);
    const half = Math.max(Math.abs(dot(offset, right)) / aspect, Math.abs(dot(offset, up)));
    return 2 * (half + (pose.flat === 1 ? 0 : dot(offset, back) * reach));
  });
  return Math.max(...needed);
}

/** Where the box lies in the picture: its least and most to the right and upwards of the middle. */
function extent({ box }: Frame, pose: Pose): Record<"right" | "up", [number, number]> {
  const { right, up, back } = axesOf(pose);
  const far = distanceOf(pose);
  const seen = corners(box).map((corner) => {
    const offset = minus(corner, pose.target);
    const scale = pose.flat === 1 ? 1 : far / (far - dot(offset, back));
    return [dot(offset, right) * scale, dot(offset, up) * scale] as const;
  });
  const ends = (axis: 0 | 1): [number, number] => {
    const values = seen.map((point) => point[axis]);
    return [Math.min(...values), Math.max(...values)];
  };
  return { right: ends(0), up: ends(1) };
}

/** Moves the target within the plane of the picture. */
function shifted(pose: Pose, u: number, v: number): Pose {
  const { right, up } = axesOf(pose);
  const target = pose.target.map(
    (value, axis) => value + (right[axis] ?? 0) * u + (up[axis] ?? 0) * v,
  );
  return { ...pose, target: target as unknown as Point };
}

/** Moves the target so that the box's picture has equal margins left and right, above and below. */
function centred(frame: Frame, pose: Pose): Pose {
  const { right, up } = extent(frame, pose);
  return shifted(pose, (right[0] + right[1]) / 2, (up[0] + up[1]) / 2);
}

/**
 * Keeps the box in the picture: where it fits it is never cut, and where it is larger the picture
 * is full of it.
 */
function kept(frame: Frame, pose: Pose): Pose {
  const pull = ([least, most]: [number, number], half: number): number => {
    const [low, high] =
      most - least <= 2 * half ? [most - half, least + half] : [least + half, most - half];
    return clamp(0, low, high);
  };
  let next = pose;
  // Perspective moves the corners as the target moves, so it takes a few rounds.
  for (let round = 0; round < 3; round++) {
    const { right, up } = extent(frame, next);
    next = shifted(next, pull(right, (pose.span / 2) * frame.aspect), pull(up, pose.span / 2));
  }
  return next;
}

const LIMITS = { lowest: -0.1, highest: QUARTER, wall: 1.25 };

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Turned by a drag: as near as before, so what was not cut is not cut now. Any turn leaves a side. */
export function turned(pose: Pose, frame: Frame, right: number, up: number): Pose {
  const whole = fitted(frame, pose.azimuth, pose.elevation, pose.flat);
  const next = pose.azimuth - right;
  const azimuth = frame.upright ? clamp(next, -LIMITS.wall, LIMITS.wall) : next;
  const lowest = frame.upright ? LIMITS.lowest : 0.02;
  const elevation = clamp(pose.elevation + up, lowest, LIMITS.highest);
  const goal = fitted(frame, azimuth, elevation, 0);
  const target = goal.target.map(
    (value, axis) => value + (pose.target[axis] ?? 0) - (whole.target[axis] ?? 0),
  ) as unknown as Point;
  return kept(frame, { ...goal, target, span: (goal.span * pose.span) / whole.span });
}

export function zoomed(pose: Pose, frame: Frame, factor: number): Pose {
  const whole = fitted(frame, pose.azimuth, pose.elevation, pose.flat).span;
  return kept(frame, { ...pose, span: clamp(pose.span * factor, whole / 6, whole * 1.6) });
}

/** Shifted so that what is under the finger follows it; distances are shares of the height. */
export function panned(pose: Pose, frame: Frame, right: number, up: number): Pose {
  return kept(frame, shifted(pose, -pose.span * right, -pose.span * up));
}

/** Between two poses, the short way round. */
export function between(a: Pose, b: Pose, share: number): Pose {
  const mix = (from: number, to: number) => from + (to - from) * share;
  const turn =
    ((((b.azimuth - a.azimuth + Math.PI) % (4 * QUARTER)) + 4 * QUARTER) % (4 * QUARTER)) - Math.PI;
  return share >= 1
    ? b
    : {
        target: [
          mix(a.target[0], b.target[0]),
          mix(a.target[1], b.target[1]),
          mix(a.target[2], b.target[2]),
        ],
        azimuth: a.azimuth + turn * share,
        elevation: mix(a.elevation, b.elevation),
        span: mix(a.span, b.span),
        flat: Math.min(mix(a.flat, b.flat), 0.99),
      };
}

/** The side a pose looks from exactly, if any. */
export function sideOf(pose: Pose): Side | null {
  if (pose.flat !== 1) return null;
  if (pose.elevation === QUARTER) return (pose.azimuth / QUARTER) % 1 === 0 ? "top" : null;
  const found = (Object.keys(DIRECTIONS) as Side[]).find(
    (side) => DIRECTIONS[side][0] === pose.azimuth && DIRECTIONS[side][1] === pose.elevation,
  );
  return found ?? null;
}
