// The scene in three dimensions: everything on the canvas.
import { useFrame, useThree } from "@react-three/fiber";
import { type RefObject, useEffect, useMemo, useState } from "react";
import { NeutralToneMapping } from "three";
import {
  type Block,
  blockKey,
  type Cell,
  type Change,
  cellKey,
  type Side,
  type View,
} from "../scene";
import { Assets, type Quality } from "./assets";
import { BlockMesh, PieceMesh, useSettling } from "./Blocks";
import { RIM } from "./boardTexture";
import { CameraControl, type CameraHandle, CLICK_REACH } from "./CameraControl";
import { FOOT_HIGH, Ground, SLAB } from "./Ground";
import { hitTest, type Pickable, type Target } from "./hitTest";
import { DOT, Dots, GUILT, LAST, LIT, MARK, Outline, Pulse } from "./Marks";
import { firstPieces, nextPieces, settled } from "./pieces";
import { type Box, boxOf, filledBy, heightOf, lowestLevel, middle } from "./space";
import { ThreeCanvas } from "./ThreeCanvas";

export interface SolidBoardProps {
  view: View;
  theme: "light" | "dark";
  patterns: boolean;
  animate: boolean;
  quality: Quality;
  /** Levels shown; blocks above are lifted off. */
  shown: number;
  pickable: Pickable;
  picked: readonly Cell[];
  /** The cell under the pointer or the keyboard's cursor. */
  hover: Cell | null;
  ghost: Change | null;
  highlight: readonly Cell[];
  guilty: readonly Cell[];
  rig: RefObject<CameraHandle | null>;
  onSide(side: Side | "home" | null): void;
  onHover(target: Target | null): void;
  onChoose(target: Target | null, byFinger: boolean): void;
  onLost(): void;
}

/** The box that has to be seen: the board, and room for one more level than is built. */
function seenBox({ board, blocks }: View): Box {
  const [columns, rows, levels] = board.size;
  const [x, z] = [columns / 2 + RIM, rows / 2 + RIM];
  if (board.upright)
    return { min: [-x - 0.4, -FOOT_HIGH, -0.6], max: [x + 0.4, levels + RIM, 1.4] };
  const high = Math.min(levels, Math.max(2, heightOf(blocks) + 1));
  return { min: [-x, -SLAB, -z], max: [x, high, z] };
}

/** Of a wide wall, what matters on a narrow screen: the columns in use and some beside them. */
function coreBox({ board, blocks }: View, whole: Box): Box | undefined {
  if (!board.upright || !blocks.length) return undefined;
  const { min, max } = boxOf(
    board,
    blocks.flatMap((block) => block.cells),
  );
  return {
    min: [Math.max(whole.min[0], min[0] - 3), whole.min[1], whole.min[2]],
    max: [Math.min(whole.max[0], max[0] + 3), whole.max[1], whole.max[2]],
  };
}

export function SolidBoard(props: SolidBoardProps) {
  const { view, rig, animate, pickable, onHover, onChoose, onSide, onLost } = props;
  const box = seenBox(view);
  const fine = props.quality === "fine";
  const [pressed, setPressed] = useState<{ x: number; y: number } | null>(null);
  const at = (event: React.PointerEvent) => {
    const ray = rig.current?.rayAt(event.clientX, event.clientY);
    return ray ? hitTest(ray, pickable) : null;
  };
  return (
    <ThreeCanvas
      className="board-canvas"
      settings={{
        frameloop: "demand",
        shadows: fine ? "percentage" : "basic",
        dpr: fine ? [1, 2] : 1,
        gl: { antialias: fine, alpha: true, toneMapping: NeutralToneMapping },
        camera: { manual: true },
      }}
      onLost={onLost}
      onPointerDown={(event) => setPressed({ x: event.clientX, y: event.clientY })}
      onPointerMove={(event) => event.buttons === 0 && onHover(at(event))}
      onPointerLeave={() => onHover(null)}
      onPointerUp={(event) => {
        const far = pressed ? Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) : 99;
        if (far < CLICK_REACH && event.button === 0 && event.isPrimary)
          onChoose(at(event), event.pointerType === "touch");
        setPressed(null);
      }}
    >
      <CameraControl
        handle={rig}
        frame={{ box, core: coreBox(view, box), upright: view.board.upright }}
        animate={animate}
        onSide={onSide}
      />
      <Watch onLost={onLost} />
      <Light box={box} upright={view.board.upright} />
      <Things {...props} />
    </ThreeCanvas>
  );
}

/** A graphics card may take the canvas away; if it does not give it back, someone must know. */
function Watch({ onLost }: { onLost(): void }) {
  const { gl, invalidate } = useThree();
  useEffect(() => {
    const canvas = gl.domElement;
    let patience: ReturnType<typeof setTimeout> | undefined;
    const lost = (event: Event) => {
      event.preventDefault();
      patience = setTimeout(onLost, 2500);
    };
    const restored = () => {
      clearTimeout(patience);
      gl.shadowMap.needsUpdate = true;
      invalidate();
    };
    canvas.addEventListener("webglcontextlost", lost);
    canvas.addEventListener("webglcontextrestored", restored);
    return () => {
      clearTimeout(patience);
      canvas.removeEventListener("webglcontextlost", lost);
      canvas.removeEventListener("webglcontextrestored", restored);
    };
  }, [gl, invalidate, onLost]);
  return null;
}

interface LightProps {
  box: Box;
  upright: boolean;
}

/** A window to the upper left, the sky, and a little light from the other side. */
function Light({ box, upright }: LightProps) {
  const [x, y, z] = middle(box);
  const reach = Math.hypot(box.max[0] - box.min[0], box.max[2] - box.min[2], box.max[1]) / 2 + 1;
  const [left, up, front] = upright ? [-0.5, 1, 1.1] : [-0.55, 1.35, 0.5];
  return (
    <>
      <hemisphereLight args={["#fff8ee", "#d8c3a8", 1.9]} />
      <directionalLight
        key={reach}
        castShadow
        color="#fff0d8"
        intensity={2.6}
        position={[x + left * 30, y + up * 30, z + front * 30]}
        shadow-mapSize={[1024, 1024]}
        shadow-radius={4}
        shadow-bias={-0.0005}
        shadow-normalBias={0.03}
        shadow-camera-left={-reach}
        shadow-camera-right={reach}
        shadow-camera-top={reach}
        shadow-camera-bottom={-reach}
        shadow-camera-near={1}
        shadow-camera-far={100}
      />
      <directionalLight color="#e8eeff" intensity={0.7} position={[20, 7, 16]} />
    </>
  );
}

/** Shadows are cast anew only when blocks changed: turning the board does not change them. */
function useShadows(moving: boolean, causes: readonly unknown[]): void {
  const { gl, invalidate } = useThree();
  useEffect(() => {
    gl.shadowMap.autoUpdate = false;
    gl.shadowMap.needsUpdate = true;
    invalidate();
  }, [gl, invalidate, ...causes]);
  useFrame(() => {
    if (moving) gl.shadowMap.needsUpdate = true;
  });
}

function Things(props: SolidBoardProps) {
  const { view, theme, patterns, animate, shown, picked, hover, ghost, pickable } = props;
  const { board } = view;
  const assets = useMemo(() => new Assets(props.quality), [props.quality]);
  useEffect(() => () => assets.dispose(), [assets]);

  const [pieces, setPieces] = useState(() => firstPieces(view.blocks));
  if (pieces.blocks !== view.blocks) setPieces(nextPieces(pieces, view.blocks, animate));
  const moving = pieces.list.filter((piece) => piece.motion).length;
  const settle = useSettling(moving ? pieces.change : 0, moving, () => setPieces(settled));

  useShadows(moving > 0, [pieces, shown, ghost, theme, props.highlight]);
  const filled = useMemo(() => filledBy(view.blocks), [view.blocks]);
  const taken = new Set(ghost?.take.map(blockKey));
  const last = new Set(view.change?.add.map(blockKey));
  const within = (block: Block, cells: ReadonlySet<string>) =>
    block.cells.some((cell) => cells.has(cellKey(cell)));
  const lit = new Set(props.highlight.map(cellKey));
  const guilty = new Set(props.guilty.map(cellKey));
  const chosen = new Set(picked.map(cellKey));
  const finishOf = (block: Block) => {
    if (lowestLevel(block) >= shown) return "lifted";
    if (taken.has(blockKey(block))) return "faded";
    return within(block, lit) ? "lit" : "solid";
  };
  const rimOf = (block: Block) => {
    if (finishOf(block) === "faded" || finishOf(block) === "lifted") return null;
    if (within(block, guilty)) return GUILT[theme];
    if (within(block, chosen)) return MARK[theme];
    if (within(block, lit)) return LIT[theme];
    return last.has(blockKey(block)) ? LAST[theme] : null;
  };
  const common = { board, patterns, assets };
  const empty = (cell: Cell) => !filled.has(cellKey(cell));
  // Where the last move took something away and nothing came in its place.
  const left = view.change?.take.filter(({ cells }) => cells.every(empty)) ?? [];
  return (
    <>
      <Ground view={view} theme={theme} patterns={patterns} assets={assets} />
      {pieces.list.map((piece) => (
        <PieceMesh
          key={piece.id}
          piece={piece}
          finish={piece.motion?.kind === "lift" ? "ghost" : finishOf(piece.block)}
          rim={rimOf(piece.block)}
          onSettled={settle}
          {...common}
        />
      ))}
      {ghost?.add.map((block) => (
        <group key={blockKey(block)} position={[...middle(boxOf(board, block.cells))]}>
          <BlockMesh block={block} finish="ghost" {...common} />
        </group>
      ))}
      {!ghost &&
        left.map((block) => (
          <Outline
            key={blockKey(block)}
            board={board}
            cells={block.cells}
            colour={LAST[theme]}
            faint
            assets={assets}
          />
        ))}
      {ghost?.take.map((block) => (
        <Outline
          key={blockKey(block)}
          board={board}
          cells={block.cells}
          colour={GUILT[theme]}
          assets={assets}
        />
      ))}
      <Dots
        board={board}
        cells={pickable.next}
        filled={filled}
        colour={DOT}
        strong={picked.length > 0}
      />
      {picked.filter(empty).map((cell) => (
        <Outline
          key={cellKey(cell)}
          board={board}
          cells={[cell]}
          colour={MARK[theme]}
          assets={assets}
        />
      ))}
      {hover && <Outline board={board} cells={[hover]} colour={MARK[theme]} assets={assets} />}
      {props.guilty.length > 0 && (
        <Pulse animate={animate} of={[...guilty].join(" ")}>
          {props.guilty.filter(empty).map((cell) => (
            <Outline
              key={cellKey(cell)}
              board={board}
              cells={[cell]}
              colour={GUILT[theme]}
              assets={assets}
            />
          ))}
        </Pulse>
      )}
    </>
  );
}
