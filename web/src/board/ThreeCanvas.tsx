// The canvas and what draws on it. Fiber's own <Canvas> brings every class of three to the page;
// this names the few that the board is made of, and the page is the smaller for it.
import { createRoot, extend, type ReconcilerRoot, type RenderProps } from "@react-three/fiber";
import { type HTMLAttributes, useInsertionEffect, useLayoutEffect, useRef, useState } from "react";
import {
  CylinderGeometry,
  DirectionalLight,
  Group,
  HemisphereLight,
  InstancedMesh,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  RingGeometry,
  Sprite,
  SpriteMaterial,
} from "three";

extend({
  CylinderGeometry,
  DirectionalLight,
  Group,
  HemisphereLight,
  InstancedMesh,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  RingGeometry,
  Sprite,
  SpriteMaterial,
});

interface ThreeCanvasProps extends HTMLAttributes<HTMLDivElement> {
  settings: RenderProps<HTMLCanvasElement>;
  /** The machine cannot draw after all. */
  onLost(): void;
}

export function ThreeCanvas({ settings, onLost, children, ...rest }: ThreeCanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const root = useRef<ReconcilerRoot<HTMLCanvasElement> | null>(null);
  const [size, setSize] = useState({ width: 0, height: 0, top: 0, left: 0 });

  useLayoutEffect(() => {
    const box = frame.current;
    if (!box) return;
    const measure = () =>
      setSize({ width: box.clientWidth, height: box.clientHeight, top: 0, left: 0 });
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, []);

  // After every change of what is to be drawn, as the parts below know themselves what changed.
  useLayoutEffect(() => {
    if (!canvas.current || !size.width || !size.height) return;
    root.current ??= createRoot(canvas.current);
    root.current.configure({ ...settings, size }).catch(onLost);
    root.current.render(children);
  });

  // Unlike other effects this one ends only when the board leaves for good.
  useInsertionEffect(() => () => root.current?.unmount(), []);

  return (
    <div ref={frame} {...rest}>
      <canvas ref={canvas} />
    </div>
  );
}
