// The board in three dimensions: its canvas, and the pointer on it.
import { useThree } from "@react-three/fiber";
import { type RefObject, useEffect, useRef, useState } from "react";
import { NeutralToneMapping } from "three";
import type { Cell } from "../wire";
import { hitsMark, underFinger } from "./aiming";
import { BoardScene, type BoardSceneProps } from "./BoardScene";
import { CameraControl, type CameraHandle } from "./CameraControl";
import { CLICK_REACH } from "./cameraGestures";
import type { Place } from "./cameraMover";
import { Drawing } from "./Drawing";
import { seenBox } from "./framing";
import { hitTest, type Pickable, type Target } from "./hitTest";
import { Light } from "./Light";
import type { Point } from "./space";
import { ThreeCanvas } from "./ThreeCanvas";
import { useStretch } from "./useStretch";

interface SolidBoardProps extends Omit<BoardSceneProps, "stretch"> {
  camera: RefObject<CameraHandle | null>;
  /** Until when an answer to a click may come. */
  awaited: RefObject<number>;
  onSide(side: Place | null): void;
  onHover(target: Target | null): void;
  onChoose(target: Target): void;
  /** Whether every pick is an answer by itself. */
  pointing?: boolean;
  near?: boolean;
  /** A finger lies on one thing, or on several. */
  onTouch(targets: readonly Target[]): void;
  onLost(): void;
  askable: Pickable;
  /** Something was pressed for long. */
  onAsk(cell: Cell): void;
}

/** Milliseconds; a press as long as this asks what can be done there. */
const LONG = 600;

export function SolidBoard(props: SolidBoardProps) {
  const { view, camera, animate, pickable, onHover, onSide, onLost } = props;
  const [pointed, setPointed] = useState(false);
  const stretch = useStretch(view, props.offers, pointed);
  const box = seenBox(view, stretch, props.near);
  const fine = props.quality === "fine";
  const [pressed, setPressed] = useState<{ x: number; y: number } | null>(null);
  const at = ({ clientX, clientY }: React.PointerEvent) => {
    const ray = camera.current?.rayAt(clientX, clientY);
    return ray ? hitTest(ray, pickable) : null;
  };
  const patience = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(patience.current), []);
  const press = ({ clientX, clientY, button, isPrimary }: React.PointerEvent) => {
    setPressed({ x: clientX, y: clientY });
    clearTimeout(patience.current);
    if (button || !isPrimary) return;
    patience.current = setTimeout(() => {
      const ray = camera.current?.rayAt(clientX, clientY);
      const target = ray && hitTest(ray, props.askable);
      if (target) props.onAsk(target.cell);
      setPressed(null);
    }, LONG);
  };
  const hold = ({ clientX, clientY }: React.PointerEvent) => {
    if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) >= CLICK_REACH)
      clearTimeout(patience.current);
  };
  const click = (event: React.PointerEvent) => {
    const { current: eye } = camera;
    if (event.pointerType === "touch" && eye) {
      const rayAt = (dx: number, dy: number) => eye.rayAt(event.clientX + dx, event.clientY + dy);
      const { left, top } = event.currentTarget.getBoundingClientRect();
      const place = (point: Point) => {
        const [x, y] = eye.place(point);
        return [left + x - event.clientX, top + y - event.clientY] as const;
      };
      // Who points at something gives an answer, which costs nothing; a question would.
      const hits = (cell: Cell) =>
        props.pointing || hitsMark(pickable, (point) => rayAt(...place(point)), place, cell);
      return props.onTouch(underFinger(pickable, rayAt, hits));
    }
    const target = at(event);
    if (target) props.onChoose(target);
  };
  return (
    <ThreeCanvas
      className="board-canvas"
      settings={{
        frameloop: "demand",
        shadows: "percentage",
        dpr: fine ? [1, 2] : 1,
        gl: { antialias: true, alpha: true, toneMapping: NeutralToneMapping },
        camera: { manual: true },
      }}
      onLost={onLost}
      onPointerDown={press}
      onPointerMove={(event) => {
        hold(event);
        if (event.buttons === 0 && event.pointerType !== "touch") onHover(at(event));
      }}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => {
        setPointed(false);
        clearTimeout(patience.current);
        onHover(null);
      }}
      onPointerUp={(event) => {
        clearTimeout(patience.current);
        const far = pressed ? Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) : 99;
        if (far < CLICK_REACH && event.button === 0 && event.isPrimary) click(event);
        setPressed(null);
      }}
    >
      <CameraControl
        handle={camera}
        frame={{ box, upright: view.board.upright, quarters: props.quarters }}
        animate={animate}
        onSide={onSide}
      />
      <LossWatch onLost={onLost} />
      <Drawing view={view} awaited={props.awaited} />
      <Light box={box} upright={view.board.upright} />
      <BoardScene {...props} stretch={stretch} />
    </ThreeCanvas>
  );
}

/** A graphics card may take the canvas away; if it does not give it back, someone must know. */
function LossWatch({ onLost }: { onLost(): void }) {
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
