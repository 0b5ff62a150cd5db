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
  /** What has to be seen if the picture is higher than wide. */
  core?: Box;
  aspect: number;
  upright: boolean;
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
  return fitted(frame, azimuth, elevation, 0);
}

export function fromSide(frame: Frame, side: Side): Pose {
  const [azimuth, elevation] = DIRECTIONS[side];
  return fitted(frame, azimuth, elevation, 1);
}

/** The pose that just shows the frame's box from a direction, centred in the picture. */
function fitted(whole: Frame, azimuth: number, elevation: number, flat: number): Pose {
  const frame = whole.aspect < 1 && whole.core ? { ...whole, box: whole.core } : whole;
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

/** Moves the target so that the box's picture has equal margins left and right, above and below. */
function centred({ box }: Frame, pose: Pose): Pose {
  const { right, up, back } = axesOf(pose);
  const far = distanceOf(pose);
  const seen = corners(box).map((corner) => {
    const offset = minus(corner, pose.target);
    const scale = pose.flat === 1 ? 1 : far / (far - dot(offset, back));
    return [dot(offset, right) * scale, dot(offset, up) * scale] as const;
  });
  const mid = (axis: 0 | 1) => {
    const values = seen.map((point) => point[axis]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  const [u, v] = [mid(0), mid(1)];
  const [x, y, z] = pose.target;
  return {
    ...pose,
    target: [
      x + right[0] * u + up[0] * v,
      y + right[1] * u + up[1] * v,
      z + right[2] * u + up[2] * v,
    ],
  };
}

const LIMITS = { lowest: -0.1, highest: QUARTER, wall: 1.25 };

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Turned by a drag. Any turn leaves an exact side view. */
export function turned(pose: Pose, frame: Frame, right: number, up: number): Pose {
  const azimuth = pose.azimuth - right;
  return {
    ...pose,
    flat: 0,
    azimuth: frame.upright ? clamp(azimuth, -LIMITS.wall, LIMITS.wall) : azimuth,
    elevation: clamp(pose.elevation + up, frame.upright ? LIMITS.lowest : 0.02, LIMITS.highest),
  };
}

export function zoomed(pose: Pose, frame: Frame, factor: number): Pose {
  const whole = home(frame).span;
  return { ...pose, span: clamp(pose.span * factor, whole / 6, whole * 2) };
}

/** Shifted so that what is under the finger follows it; distances are shares of the height. */
export function panned(pose: Pose, frame: Frame, right: number, up: number): Pose {
  const axes = axesOf(pose);
  const { min, max } = frame.box;
  const moved = ([0, 1, 2] as const).map((axis) =>
    clamp(
      pose.target[axis] - pose.span * (axes.right[axis] * right + axes.up[axis] * up),
      min[axis],
      max[axis],
    ),
  );
  return { ...pose, target: [moved[0] ?? 0, moved[1] ?? 0, moved[2] ?? 0] };
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
  const found = (Object.keys(DIRECTIONS) as Side[]).find(
    (side) => DIRECTIONS[side][0] === pose.azimuth && DIRECTIONS[side][1] === pose.elevation,
  );
  return found ?? null;
}
