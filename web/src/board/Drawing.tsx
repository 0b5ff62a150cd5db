// When the board is drawn: whenever something changed, but not between a click and its answer.
import { useFrame } from "@react-three/fiber";
import { type RefObject, useLayoutEffect } from "react";
import type { Scene } from "../wire";

interface DrawingProps {
  view: Scene;
  /** Until when an answer may come, by the page's clock. */
  awaited: RefObject<number>;
}

/** Frames with a priority are drawn by who asks for them. */
const OURS = 1;

export function Drawing({ view, awaited }: DrawingProps) {
  // Another position is the answer; the scene has it by now, as this is a part of the scene.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every position
  useLayoutEffect(() => {
    awaited.current = 0;
  }, [view, awaited]);
  useFrame(({ gl, scene, camera, invalidate }) => {
    if (performance.now() < awaited.current) invalidate();
    else gl.render(scene, camera);
  }, OURS);
  return null;
}
