// The hands on the camera: drag to turn, wheel or two fingers to zoom, right drag or two fingers
// to shift. A press without a drag is a click and none of its business.
import { type Frame, type Pose, panned, turned, zoomed } from "./cameraPose";

/** A press that moves further than this is a drag, not a click. */
export const CLICK_REACH = 6;

/** Turns a change of the pose into the camera's next pose. */
type Act = (change: (pose: Pose, frame: Frame) => Pose) => void;

export function listenForGestures(canvas: HTMLCanvasElement, act: Act): () => void {
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
