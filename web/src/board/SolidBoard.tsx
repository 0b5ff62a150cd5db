// The board in three dimensions: its canvas, and the pointer on it.
import { useThree } from "@react-three/fiber";
import { type RefObject, useEffect, useState } from "react";
import { NeutralToneMapping } from "three";
import { BoardScene, type BoardSceneProps } from "./BoardScene";
import { CameraControl, type CameraHandle } from "./CameraControl";
import { CLICK_REACH } from "./cameraGestures";
import type { Place } from "./cameraMover";
import { seenBox } from "./framing";
import { hitTest, type Target } from "./hitTest";
import { Light } from "./Light";
import { ThreeCanvas } from "./ThreeCanvas";
import { useStretch } from "./useStretch";

interface SolidBoardProps extends Omit<BoardSceneProps, "stretch"> {
  camera: RefObject<CameraHandle | null>;
  onSide(side: Place | null): void;
  onHover(target: Target | null): void;
  onChoose(target: Target | null, byFinger: boolean): void;
  onLost(): void;
}

export function SolidBoard(props: SolidBoardProps) {
  const { view, camera, animate, pickable, onHover, onChoose, onSide, onLost } = props;
  const [pointed, setPointed] = useState(false);
  const stretch = useStretch(view, props.offers, pointed);
  const box = seenBox(view, stretch);
  const fine = props.quality === "fine";
  const [pressed, setPressed] = useState<{ x: number; y: number } | null>(null);
  const at = (event: React.PointerEvent) => {
    const ray = camera.current?.rayAt(event.clientX, event.clientY);
    return ray ? hitTest(ray, pickable) : null;
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
      onPointerDown={(event) => setPressed({ x: event.clientX, y: event.clientY })}
      onPointerMove={(event) => event.buttons === 0 && onHover(at(event))}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => {
        setPointed(false);
        onHover(null);
      }}
      onPointerUp={(event) => {
        const far = pressed ? Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) : 99;
        if (far < CLICK_REACH && event.button === 0 && event.isPrimary)
          onChoose(at(event), event.pointerType === "touch");
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
