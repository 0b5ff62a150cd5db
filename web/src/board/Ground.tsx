import { useEffect, useMemo } from "react";
import type { View } from "../scene";
import { areasOf } from "./colours";
import { RIM, surfaceTexture } from "./surface";
import type { Workshop } from "./workshop";

export const SLAB = 0.4;
const EDGE = 0.07;
/** How far behind the blocks of a wall its board stands, and how thick it is. */
const BACK = 0.52;
const PANEL = 0.16;

const TIMBER = { light: "#d9b384", dark: "#c39b6c" };
const SIDES = { light: "#c0956a", dark: "#9c7650" };

interface GroundProps {
  view: View;
  theme: "light" | "dark";
  patterns: boolean;
  workshop: Workshop;
}

/** The board on its table: a slab that lies, or for a wall one that stands on a foot. */
export function Ground({ view, theme, patterns, workshop }: GroundProps) {
  const { board } = view;
  const [columns, rows, levels] = board.size;
  const areas = JSON.stringify(areasOf(view));
  const size = board.size.join();
  // Runs only as the list says: size and areas stand for the view
  const surface = useMemo(
    () => surfaceTexture({ board, areas: JSON.parse(areas), patterns, timber: TIMBER[theme] }),
    [size, board.upright, areas, patterns, theme],
  );
  useEffect(() => () => surface.dispose(), [surface]);
  const wide = columns + 2 * RIM;
  const wood = workshop.timber(SIDES[theme]);
  if (board.upright) {
    const tall = levels + 2 * RIM;
    return (
      <>
        <group position={[0, levels / 2, -BACK - PANEL / 2]}>
          <mesh
            geometry={workshop.slab([wide, tall, PANEL], EDGE)}
            material={wood}
            castShadow
            receiveShadow
          />
          <Painted wide={wide} tall={tall} map={surface} lift={PANEL / 2} />
        </group>
        <mesh
          geometry={workshop.slab([wide + 0.8, SLAB, 2.6], EDGE)}
          material={wood}
          position={[0, -SLAB / 2, 0.1]}
          castShadow
          receiveShadow
        />
        <Shade level={-SLAB} reach={3 * wide} />
      </>
    );
  }
  const deep = rows + 2 * RIM;
  return (
    <>
      <mesh
        geometry={workshop.slab([wide, SLAB, deep], EDGE)}
        material={wood}
        position={[0, -SLAB / 2, 0]}
        castShadow
        receiveShadow
      />
      <group rotation={[-Math.PI / 2, 0, 0]}>
        <Painted wide={wide} tall={deep} map={surface} lift={0} />
      </group>
      <Shade level={-SLAB} reach={4 * Math.max(wide, deep)} />
    </>
  );
}

interface PaintedProps {
  wide: number;
  tall: number;
  map: ReturnType<typeof surfaceTexture>;
  lift: number;
}

function Painted({ wide, tall, map, lift }: PaintedProps) {
  return (
    <mesh
      position={[0, 0, lift + 0.001]}
      scale={[(wide - EDGE) / wide, (tall - EDGE) / tall, 1]}
      receiveShadow
    >
      <planeGeometry args={[wide, tall]} />
      <meshStandardMaterial map={map} roughness={0.72} />
    </mesh>
  );
}

/** The table is the page itself: only the shadow on it is drawn. */
function Shade({ level, reach }: { level: number; reach: number }) {
  return (
    <mesh position={[0, level, 0]} rotation={[-Math.PI / 2, 0, 0]} receiveShadow>
      <planeGeometry args={[reach, reach]} />
      <shadowMaterial color="#2b1a0c" opacity={0.3} depthWrite={false} />
    </mesh>
  );
}
