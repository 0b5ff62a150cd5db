import { useFrame, useThree } from "@react-three/fiber";
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useMemo } from "react";
import type { PerspectiveCamera } from "three";
import { listenForGestures } from "./cameraGestures";
import { CameraMover, type Place } from "./cameraMover";
import { type Frame, turned, zoomed } from "./cameraPose";
import type { Ray } from "./hitTest";
import { placeOnCanvas, rayThrough } from "./projection";
import type { Point } from "./space";

/** What the board asks of the camera. */
export interface CameraHandle {
  go(place: Place): void;
  zoom(factor: number): void;
  turn(right: number, up: number): void;
  rayAt(clientX: number, clientY: number): Ray;
  place(point: Point): [x: number, y: number];
}

interface CameraControlProps {
  handle: RefObject<CameraHandle | null>;
  frame: Omit<Frame, "aspect">;
  animate: boolean;
  onSide(side: Place | null): void;
}

/** The camera, moved by gestures on the canvas and by whoever has the handle. */
export function CameraControl({ handle, frame: seen, animate, onSide }: CameraControlProps) {
  const { camera: any, gl, size, invalidate } = useThree();
  const camera = any as PerspectiveCamera;
  const mover = useMemo(() => new CameraMover(camera, invalidate), [camera, invalidate]);
  useLayoutEffect(() => {
    mover.onPlace = onSide;
  }, [mover, onSide]);

  // A new view rarely changes what is to be seen, so it is compared by content.
  const frame = JSON.stringify({ ...seen, aspect: size.width / Math.max(1, size.height) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: how to go there is no reason to go
  useLayoutEffect(() => mover.fit(JSON.parse(frame), !animate), [mover, frame]);
  useFrame(({ clock }) => mover.advance(clock.elapsedTime));
  useEffect(() => listenForGestures(gl.domElement, (change) => mover.change(change)), [gl, mover]);
  useImperativeHandle(
    handle,
    () => ({
      go: (place) => mover.go(place, !animate),
      zoom: (factor) => mover.change((pose, frame) => zoomed(pose, frame, factor)),
      turn: (right, up) => mover.change((pose, frame) => turned(pose, frame, right, up)),
      rayAt: (x, y) => rayThrough(camera, gl.domElement, x, y),
      place: (point) => placeOnCanvas(camera, gl.domElement, point),
    }),
    [mover, camera, gl, animate],
  );
  return null;
}
