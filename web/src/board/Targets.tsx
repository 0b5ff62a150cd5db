// Where a pick leads on. A disc lies on a part of the target that is in sight, a ring on the block
// before it where that leads nowhere itself; of what is hidden nothing is drawn, but it is told.
import { useFrame, useThree } from "@react-three/fiber";
import { useEffect, useLayoutEffect, useRef } from "react";
import { type InstancedMesh, Matrix4, type PerspectiveCamera, Quaternion, Vector3 } from "three";
import { cellKey } from "../scene";
import type { Cell } from "../wire";
import { aimsOf, type Handle } from "./aiming";
import type { Pickable } from "./hitTest";
import { MARK } from "./Marks";
import { rayTo } from "./projection";

/** Targets lie on wood, which is light by day and by night. */
const INK = MARK.light;
const HALO = "#fffaf0";

/** Light around dark is seen on every stain. */
const SIGNS = [
  { inner: 0, outer: 0.15, colour: HALO, behind: false },
  { inner: 0, outer: 0.1, colour: INK, behind: false },
  { inner: 0.06, outer: 0.18, colour: HALO, behind: true },
  { inner: 0.09, outer: 0.15, colour: INK, behind: true },
] as const;

interface TargetsProps {
  pickable: Pickable;
  /** A later pick, which has fewer targets. */
  strong: boolean;
  onHidden(cells: readonly Cell[]): void;
}

export function Targets({ pickable, strong, onHidden }: TargetsProps) {
  const meshes = useRef<(InstancedMesh | null)[]>([]);
  const seen = useRef({ from: "", told: "" });
  const { invalidate } = useThree();
  const many = pickable.next.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other targets are looked for anew
  useLayoutEffect(() => {
    seen.current.from = "";
    invalidate();
  }, [pickable, strong, invalidate]);
  useEffect(() => () => onHidden([]), [onHidden]);
  useFrame(({ camera: any }) => {
    const camera = any as PerspectiveCamera;
    const from = [...camera.matrixWorld.elements, ...camera.projectionMatrix.elements].join();
    if (seen.current.from === from) return;
    seen.current.from = from;
    const { handles, hidden } = aimsOf(pickable, (point) => rayTo(camera, point));
    for (const [index, { behind }] of SIGNS.entries())
      place(
        meshes.current[index],
        handles.filter((handle) => handle.behind === behind),
        strong ? 1.3 : 1,
      );
    const told = hidden.map(cellKey).join(" ");
    if (told !== seen.current.told) onHidden(hidden);
    seen.current.told = told;
  });
  if (!many) return null;
  return SIGNS.map(({ inner, outer, colour, behind }, index) => (
    <instancedMesh
      key={`${outer} ${behind} ${many}`}
      ref={(mesh: InstancedMesh | null) => {
        meshes.current[index] = mesh;
      }}
      args={[undefined, undefined, many]}
      frustumCulled={false}
      renderOrder={3 + index / 10}
    >
      <ringGeometry args={[inner, outer, 24]} />
      <meshBasicMaterial
        color={colour}
        transparent
        toneMapped={false}
        depthWrite={false}
        depthTest={!behind}
      />
    </instancedMesh>
  ));
}

const AHEAD = new Vector3(0, 0, 1);

function place(mesh: InstancedMesh | null | undefined, handles: readonly Handle[], size: number) {
  if (!mesh) return;
  mesh.count = handles.length;
  const scale = new Vector3(size, size, size);
  for (const [index, { at, facing }] of handles.entries()) {
    const turn = new Quaternion().setFromUnitVectors(AHEAD, new Vector3(...facing));
    mesh.setMatrixAt(index, new Matrix4().compose(new Vector3(...at), turn, scale));
  }
  mesh.instanceMatrix.needsUpdate = true;
}
