import type { Material } from "three";
import type { Scene } from "../wire";
import type { Assets } from "./assets";
import { RIM } from "./boardTexture";
import type { Stretch } from "./framing";
import type { Patch } from "./geometry";
import { useBoardPaint, useNamesPaint } from "./groundPaint";
import { SHADE_REACH } from "./shade";
import { BACK, EDGE, FOOT, FOOT_HIGH, FRAME_HIGH, PANEL, SLAB } from "./timberSizes";

const SIDES = { light: "#ac8259", dark: "#8f6b49" };
const FRAME = { light: "#80593a", dark: "#6d4b31" };

interface GroundProps {
  view: Scene;
  /** The part of a wall that is shown. */
  stretch: Stretch;
  /** Names are written for who looks from here. */
  quarters: number;
  theme: "light" | "dark";
  patterns: boolean;
  assets: Assets;
}

/** The board on its table. */
export function Ground(props: GroundProps) {
  const { upright, frame } = props.view.board;
  if (upright) return <Wall {...props} />;
  return frame ? <Framed {...props} /> : <Slab {...props} />;
}

function Slab(props: GroundProps) {
  const { view, theme, assets } = props;
  const [columns, rows] = view.board.size;
  const [wide, deep] = [columns + 2 * RIM, rows + 2 * RIM];
  return (
    <>
      <mesh
        geometry={assets.slab([wide, SLAB, deep], EDGE, "top")}
        material={assets.timber(SIDES[theme])}
        position={[0, -SLAB / 2, 0]}
        receiveShadow
      />
      <group rotation={[-Math.PI / 2, 0, 0]}>
        <Painted
          whole={[wide, deep]}
          patches={[within(wide, deep)]}
          paint={useBoardPaint(props)}
          assets={assets}
        />
      </group>
      <Shade wide={wide} deep={deep} level={-SLAB} assets={assets} />
    </>
  );
}

/** The flat of a face, between its bevels. */
const within = (wide: number, tall: number): Patch => [
  EDGE - wide / 2,
  wide / 2 - EDGE,
  EDGE - tall / 2,
  tall / 2 - EDGE,
  0,
];

/** A floor within four bars, which bear the names of columns and rows. */
function Framed(props: GroundProps) {
  const { view, theme, assets } = props;
  const [columns, rows] = view.board.size;
  const [wide, deep] = [columns + 2 * RIM, rows + 2 * RIM];
  const [x, z] = [(columns + RIM) / 2, (rows + RIM) / 2];
  const bars: [x: number, z: number, wide: number, deep: number][] = [
    [0, z, wide, RIM],
    [0, -z, wide, RIM],
    [x, 0, RIM, rows],
    [-x, 0, RIM, rows],
  ];
  const tops = bars.map(([atX, atZ, w, d]): Patch => {
    const [left, right, low, high] = within(w, d);
    return [atX + left, atX + right, -atZ + low, -atZ + high, FRAME_HIGH];
  });
  return (
    <>
      {bars.map(([atX, atZ, w, d]) => (
        <mesh
          key={`${atX} ${atZ}`}
          geometry={assets.slab([w, FRAME_HIGH + SLAB, d], EDGE, "top")}
          material={assets.timber(FRAME[theme])}
          position={[atX, (FRAME_HIGH - SLAB) / 2, atZ]}
          castShadow
          receiveShadow
        />
      ))}
      <group rotation={[-Math.PI / 2, 0, 0]}>
        <Painted
          whole={[wide, deep]}
          patches={[[-columns / 2, columns / 2, -rows / 2, rows / 2, 0], ...tops]}
          paint={useBoardPaint(props)}
          assets={assets}
        />
      </group>
      <Shade wide={wide} deep={deep} level={-SLAB} assets={assets} />
    </>
  );
}

/** A wall stands in front of a board on a foot, with the names of its columns on the foot's edge. */
function Wall(props: GroundProps) {
  const { view, stretch, theme, assets } = props;
  const { first, columns, high } = stretch;
  const [wide, tall] = [columns + 2 * RIM, high + 2 * RIM];
  const names = useNamesPaint(first, columns, assets);
  const wood = assets.timber(SIDES[theme]);
  return (
    <group position={[first + columns / 2 - view.board.size[0] / 2, 0, 0]}>
      <group position={[0, high / 2, -BACK - PANEL / 2]}>
        <mesh
          geometry={assets.slab([wide, tall, PANEL], EDGE, "front")}
          material={wood}
          receiveShadow
        />
        <group position={[0, 0, PANEL / 2]}>
          <Painted
            whole={[wide, tall]}
            patches={[within(wide, tall)]}
            paint={useBoardPaint(props)}
            assets={assets}
          />
        </group>
      </group>
      <group position={[0, -FOOT_HIGH / 2, 0.1]}>
        <mesh
          geometry={assets.slab([wide + 0.8, FOOT_HIGH, FOOT], EDGE)}
          material={wood}
          receiveShadow
        />
        <Painted
          whole={[columns, FOOT_HIGH]}
          patches={[[-columns / 2, columns / 2, -FOOT_HIGH / 2, FOOT_HIGH / 2, FOOT / 2 + 0.004]]}
          paint={names}
          assets={assets}
        />
      </group>
      <Shade wide={wide + 0.8} deep={FOOT} level={-FOOT_HIGH} assets={assets} />
    </group>
  );
}

interface PaintedProps {
  whole: readonly [number, number];
  patches: readonly Patch[];
  paint: Material;
  assets: Assets;
}

function Painted({ whole, patches, paint, assets }: PaintedProps) {
  return <mesh geometry={assets.surface(whole, patches)} material={paint} receiveShadow />;
}

interface ShadeProps {
  wide: number;
  deep: number;
  level: number;
  assets: Assets;
}

/** The table is the page itself: only the shadow on it is drawn. */
function Shade({ wide, deep, level, assets }: ShadeProps) {
  return (
    <mesh position={[0, level, 0]} rotation={[-Math.PI / 2, 0, 0]} renderOrder={-1}>
      <planeGeometry args={[wide + 2 * SHADE_REACH, deep + 2 * SHADE_REACH]} />
      <meshBasicMaterial
        map={assets.shade(wide, deep)}
        transparent
        depthWrite={false}
        toneMapped={false}
      />
    </mesh>
  );
}
