// Between the camera as plain numbers, the camera of three, and points on the page.
import { Matrix4, type PerspectiveCamera, Vector3 } from "three";
import { axesOf, distanceOf, halfField, type Pose } from "./cameraPose";
import type { Ray } from "./hitTest";
import type { Point } from "./space";

/** No part of a board is further from where the camera looks. */
const DEPTH = 24;

/** Sets a camera by hand, so that one camera can be both perspective and orthographic. */
export function setCamera(camera: PerspectiveCamera, pose: Pose, aspect: number): void {
  const { up, back } = axesOf(pose);
  const far = pose.flat === 1 ? 60 : distanceOf(pose);
  const [x, y, z] = pose.target;
  camera.position.set(x + back[0] * far, y + back[1] * far, z + back[2] * far);
  camera.up.set(...up);
  camera.lookAt(x, y, z);
  camera.updateMatrixWorld();
  // The nearer both ends, the finer depths are told apart.
  const near = Math.max(0.5, far - DEPTH);
  const half = pose.flat === 1 ? pose.span / 2 : near * Math.tan(halfField(pose.flat));
  const [wide, tall] = [half * aspect, half];
  if (pose.flat === 1)
    camera.projectionMatrix.makeOrthographic(-wide, wide, tall, -tall, near, far + DEPTH);
  else camera.projectionMatrix.makePerspective(-wide, wide, tall, -tall, near, far + DEPTH);
  camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
}

/** The ray of sight through a point of the page. */
export function rayThrough(
  camera: PerspectiveCamera,
  canvas: HTMLCanvasElement,
  x: number,
  y: number,
): Ray {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return rayAt(camera, ((x - left) / width) * 2 - 1, 1 - ((y - top) / height) * 2);
}

/** The ray of sight to a point of the world. */
export function rayTo(camera: PerspectiveCamera, point: Point): Ray {
  const { x, y } = new Vector3(...point)
    .applyMatrix4(camera.matrixWorldInverse)
    .applyMatrix4(camera.projectionMatrix);
  return rayAt(camera, x, y);
}

/** The ray through a place of the picture, whose sides are at -1 and 1. */
function rayAt(camera: PerspectiveCamera, u: number, v: number): Ray {
  const world = new Matrix4().multiplyMatrices(camera.matrixWorld, camera.projectionMatrixInverse);
  const near = new Vector3(u, v, -1).applyMatrix4(world);
  const way = new Vector3(u, v, 1).applyMatrix4(world).sub(near).normalize();
  return { from: near.toArray(), way: way.toArray() };
}

/** Where a point of the world is on the canvas, in pixels. */
export function placeOnCanvas(
  camera: PerspectiveCamera,
  canvas: HTMLCanvasElement,
  point: Point,
): [number, number] {
  const seen = new Vector3(...point)
    .applyMatrix4(camera.matrixWorldInverse)
    .applyMatrix4(camera.projectionMatrix);
  return [((seen.x + 1) / 2) * canvas.clientWidth, ((1 - seen.y) / 2) * canvas.clientHeight];
}
