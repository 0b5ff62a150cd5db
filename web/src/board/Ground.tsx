import type { Material } from "three";
import type { Scene } from "../wire";
import type { Assets } from "./assets";
import { RIM } from "./boardTexture";
import { useBoardPaint, useNamesPaint } from "./groundPaint";

export const SLAB = 0.4;
const EDGE = 0.07;
/** How far behind the blocks of a wall its board stands, how thick it is, how deep its foot. */
const BACK = 0.52;
const PANEL = 0.16;
const FOOT = 2.6;
/** The foot is as high as the rim, so that both end on the table. */
export const FOOT_HIGH = RIM;

const SIDES = { light: "#c0956a", dark: "#9c7650" };

interface GroundProps {
  view: Scene;
  theme: "light" | "dark";
  patterns: boolean;
  assets: Assets;
}

/** The board on its table. */
export function Ground(props: GroundProps) {
  return props.view.board.upright ? <Wall {...props} /> : <Slab {...props} />;
}

function Slab(props: GroundProps) {
  const { view, theme, assets } = props;
  const [columns, rows] = view.board.size;
  const [wide, deep] = [columns + 2 * RIM, rows + 2 * RIM];
  const paint = useBoardPaint(props);
  return (
    <>
      <mesh
        geometry={assets.slab([wide, SLAB, deep], EDGE)}
        material={assets.timber(SIDES[theme])}
        position={[0, -SLAB / 2, 0]}
        castShadow
        receiveShadow
      />
      <group rotation={[-Math.PI / 2, 0, 0]}>
        <Painted wide={wide - EDGE} tall={deep - EDGE} paint={paint} />
      </group>
      {view.board.frame && <Frame columns={columns} rows={rows} theme={theme} assets={assets} />}
      <Shade wide={wide} deep={deep} level={-SLAB} assets={assets} />
    </>
  );
}

const FRAME = { thick: 0.12, high: 0.34 };

type FrameProps = Pick<GroundProps, "theme" | "assets"> & { columns: number; rows: number };

/** The bars around the ground of a game that is built in a frame. */
function Frame({ columns, rows, theme, assets }: FrameProps) {
  const { thick, high } = FRAME;
  const [x, z] = [(columns + thick) / 2, (rows + thick) / 2];
  const bars: [length: number, at: number, across: boolean][] = [
    [columns + 2 * thick, z, true],
    [columns + 2 * thick, -z, true],
    [rows, x, false],
    [rows, -x, false],
  ];
  return bars.map(([length, at, across]) => (
    <mesh
      key={`${at} ${across}`}
      geometry={assets.slab(across ? [length, high, thick] : [thick, high, length], 0.03)}
      material={assets.timber(SIDES[theme])}
      position={across ? [0, high / 2, at] : [at, high / 2, 0]}
      castShadow
      receiveShadow
    />
  ));
}

/** A wall stands in front of a board on a foot, with the names of its columns on the foot's edge. */
function Wall(props: GroundProps) {
  const { view, theme, assets } = props;
  const [columns, , levels] = view.board.size;
  const [wide, tall] = [columns + 2 * RIM, levels + 2 * RIM];
  const paint = useBoardPaint(props);
  const names = useNamesPaint(columns, assets);
  const wood = assets.timber(SIDES[theme]);
  return (
    <>
      <group position={[0, levels / 2, -BACK - PANEL / 2]}>
        <mesh
          geometry={assets.slab([wide, tall, PANEL], EDGE)}
          material={wood}
          castShadow
          receiveShadow
        />
        <group position={[0, 0, PANEL / 2]}>
          <Painted wide={wide - EDGE} tall={tall - EDGE} paint={paint} />
        </group>
      </group>
      <group position={[0, -FOOT_HIGH / 2, 0.1]}>
        <mesh
          geometry={assets.slab([wide + 0.8, FOOT_HIGH, FOOT], EDGE)}
          material={wood}
          castShadow
          receiveShadow
        />
        <group position={[0, 0, FOOT / 2]}>
          <Painted wide={columns} tall={FOOT_HIGH} paint={names} />
        </group>
      </group>
      <Shade wide={wide + 0.8} deep={FOOT} level={-FOOT_HIGH} assets={assets} />
    </>
  );
}

interface PaintedProps {
  wide: number;
  tall: number;
  paint: Material;
}

function Painted({ wide, tall, paint }: PaintedProps) {
  return (
    <mesh position={[0, 0, 0.001]} material={paint} receiveShadow>
      <planeGeometry args={[wide, tall]} />
    </mesh>
  );
}

interface ShadeProps {
  wide: number;
  deep: number;
  level: number;
  assets: Assets;
}

/** The table is the page itself: only the shadow on it is drawn. */
function Shade({ wide, deep, level, assets }: ShadeProps) {
  const fine = assets.quality === "fine";
  const [x, z] = fine ? [wide + 8, deep + 8] : [wide * 1.33, deep * 1.33];
  return (
    <mesh position={[0, level, 0]} rotation={[-Math.PI / 2, 0, 0]} receiveShadow={fine}>
      <planeGeometry args={[x, z]} />
      {fine ? (
        <shadowMaterial color="#2b1a0c" opacity={0.3} depthWrite={false} />
      ) : (
        <meshBasicMaterial map={assets.shade} transparent depthWrite={false} />
      )}
    </mesh>
  );
}
