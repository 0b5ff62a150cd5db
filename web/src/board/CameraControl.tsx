// The camera and the hands on it: drag to turn, wheel or two fingers to zoom, right drag or two
// fingers to shift. A press without a drag is a click and none of its business.
import { useFrame, useThree } from "@react-three/fiber";
import { type RefObject, useEffect, useImperativeHandle, useRef } from "react";
import { Matrix4, type PerspectiveCamera, Vector3 } from "three";
import type { Side } from "../scene";
import {
  axesOf,
  between,
  distanceOf,
  type Frame,
  fromSide,
  halfField,
  home,
  type Pose,
  panned,
  sideOf,
  turned,
  zoomed,
} from "./cameraPose";
import type { Ray } from "./hitTest";
import type { Point } from "./space";

export interface CameraHandle {
  go(where: Side | "home"): void;
  zoom(factor: number): void;
  turn(right: number, up: number): void;
  /** The ray of sight through a point of the page. */
  rayAt(clientX: number, clientY: number): Ray;
  /** Where a point of the world is on the canvas, in pixels. */
  place(point: Point): [x: number, y: number];
}

interface CameraControlProps {
  handle: RefObject<CameraHandle | null>;
  frame: Omit<Frame, "aspect">;
  animate: boolean;
  onSide(side: Side | "home" | null): void;
}

const TURN_SECONDS = 0.45;

interface Flight {
  from: Pose;
  to: Pose;
  begun: number | null;
}

export function CameraControl({ handle, frame: box, animate, onSide }: CameraControlProps) {
  const { camera, gl, size, invalidate } = useThree();
  const frame: Frame = { ...box, aspect: size.width / Math.max(1, size.height) };
  const latest = useRef({ frame, animate, onSide });
  latest.current = { frame, animate, onSide };
  const pose = useRef<Pose | null>(null);
  /** What the camera shows by itself; null once a hand has turned it. */
  const place = useRef<Side | "home" | null>("home");
  const flight = useRef<Flight | null>(null);

  const show = (next: Pose) => {
    pose.current = next;
    aimCamera(camera as PerspectiveCamera, next, latest.current.frame.aspect);
    invalidate();
  };
  const stand = (where: Side | "home") =>
    where === "home" ? home(latest.current.frame) : fromSide(latest.current.frame, where);
  const moveTo = (where: Side | "home", swift: boolean) => {
    const to = stand(where);
    place.current = where;
    latest.current.onSide(where);
    if (swift || !pose.current) {
      flight.current = null;
      show(to);
    } else {
      flight.current = { from: pose.current, to, begun: null };
      invalidate();
    }
  };
  const handled = (next: Pose) => {
    flight.current = null;
    if (sideOf(next) === null || place.current === "home") {
      place.current = null;
      latest.current.onSide(null);
    }
    show(next);
  };

  const { min, max } = box.box;
  // Runs only as the list says: fits again when what is to be seen changes
  useEffect(() => {
    if (!pose.current) show(stand("home"));
    else if (place.current) moveTo(place.current, true);
    else show(pose.current);
  }, [...min, ...max, box.core?.min[0], box.core?.max[0], frame.aspect, box.upright]);

  useFrame((state) => {
    const now = flight.current;
    if (!now) return;
    now.begun ??= state.clock.elapsedTime;
    const share = Math.min(1, (state.clock.elapsedTime - now.begun) / TURN_SECONDS);
    if (share === 1) flight.current = null;
    show(between(now.from, now.to, 1 - (1 - share) ** 3));
  });

  useImperativeHandle(handle, () => ({
    go: (where) => moveTo(where, !latest.current.animate),
    zoom: (factor) => pose.current && handled(zoomed(pose.current, latest.current.frame, factor)),
    turn: (right, up) =>
      pose.current && handled(turned(pose.current, latest.current.frame, right, up)),
    rayAt: (x, y) => rayThrough(camera as PerspectiveCamera, gl.domElement, x, y),
    place: (point) => placed(camera as PerspectiveCamera, gl.domElement, point),
  }));

  const hands = useRef(handled);
  hands.current = handled;
  useEffect(() => {
    const canvas = gl.domElement;
    const act = (change: (pose: Pose, frame: Frame) => Pose) => {
      if (pose.current) hands.current(change(pose.current, latest.current.frame));
    };
    return listen(canvas, act);
  }, [gl]);
  return null;
}

/** Sets a camera by hand, so that one camera can be both perspective and orthographic. */
function aimCamera(camera: PerspectiveCamera, pose: Pose, aspect: number): void {
  const { up, back } = axesOf(pose);
  const far = pose.flat === 1 ? 60 : distanceOf(pose);
  const [x, y, z] = pose.target;
  camera.position.set(x + back[0] * far, y + back[1] * far, z + back[2] * far);
  camera.up.set(...up);
  camera.lookAt(x, y, z);
  camera.updateMatrixWorld();
  const near = Math.max(0.5, far - 60);
  const half = pose.flat === 1 ? pose.span / 2 : near * Math.tan(halfField(pose.flat));
  const [wide, tall] = [half * aspect, half];
  if (pose.flat === 1)
    camera.projectionMatrix.makeOrthographic(-wide, wide, tall, -tall, near, far + 60);
  else camera.projectionMatrix.makePerspective(-wide, wide, tall, -tall, near, far + 60);
  camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
}

function rayThrough(
  camera: PerspectiveCamera,
  canvas: HTMLCanvasElement,
  x: number,
  y: number,
): Ray {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const [u, v] = [((x - left) / width) * 2 - 1, 1 - ((y - top) / height) * 2];
  const world = new Matrix4().multiplyMatrices(camera.matrixWorld, camera.projectionMatrixInverse);
  const near = new Vector3(u, v, -1).applyMatrix4(world);
  const way = new Vector3(u, v, 1).applyMatrix4(world).sub(near).normalize();
  return { from: near.toArray(), way: way.toArray() };
}

function placed(
  camera: PerspectiveCamera,
  canvas: HTMLCanvasElement,
  point: Point,
): [number, number] {
  const seen = new Vector3(...point)
    .applyMatrix4(camera.matrixWorldInverse)
    .applyMatrix4(camera.projectionMatrix);
  return [((seen.x + 1) / 2) * canvas.clientWidth, ((1 - seen.y) / 2) * canvas.clientHeight];
}

/** A press that moves further than this is a drag, not a click. */
export const CLICK_REACH = 6;

type Act = (change: (pose: Pose, frame: Frame) => Pose) => void;

function listen(canvas: HTMLCanvasElement, act: Act): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  let dragged = false;
  let pressed = { x: 0, y: 0 };
  const down = (event: PointerEvent) => {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 1) {
      dragged = false;
      pressed = { x: event.clientX, y: event.clientY };
    }
  };
  const move = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
    if (!dragged && fingers.size === 1 && far < CLICK_REACH) return;
    if (!dragged) canvas.setPointerCapture(event.pointerId);
    dragged = true;
    const tall = canvas.clientHeight;
    const [dx, dy] = [(event.clientX - finger.x) / tall, (event.clientY - finger.y) / tall];
    const before = spread(fingers);
    finger.x = event.clientX;
    finger.y = event.clientY;
    const shifting = event.buttons & 6 || event.shiftKey;
    if (fingers.size === 1)
      act((pose, frame) =>
        shifting ? panned(pose, frame, dx, -dy) : turned(pose, frame, dx * 3.4, dy * 3.4),
      );
    else {
      const after = spread(fingers);
      act((pose, frame) =>
        panned(zoomed(pose, frame, after ? before / after : 1), frame, dx / 2, -dy / 2),
      );
    }
  };
  const up = (event: PointerEvent) => fingers.delete(event.pointerId);
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    act((pose, frame) =>
      zoomed(pose, frame, Math.exp(Math.max(-120, Math.min(120, event.deltaY)) * 0.0015)),
    );
  };
  const menu = (event: Event) => event.preventDefault();
  canvas.addEventListener("pointerdown", down);
  canvas.addEventListener("pointermove", move);
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("wheel", wheel, { passive: false });
  canvas.addEventListener("contextmenu", menu);
  return () => {
    canvas.removeEventListener("pointerdown", down);
    canvas.removeEventListener("pointermove", move);
    canvas.removeEventListener("pointerup", up);
    canvas.removeEventListener("pointercancel", up);
    canvas.removeEventListener("wheel", wheel);
    canvas.removeEventListener("contextmenu", menu);
  };
}

function spread(fingers: Map<number, { x: number; y: number }>): number {
  const [a, b] = [...fingers.values()];
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}
