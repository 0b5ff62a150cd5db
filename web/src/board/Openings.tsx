// On an empty board: where to begin. Plates lie on the cells that begin a move, and where only a
// few blocks can be put their edges are drawn as well.
import { useThree } from "@react-three/fiber";
import { useLayoutEffect, useRef } from "react";
import { type InstancedMesh, Matrix4 } from "three";
import { blockKey } from "../scene";
import type { Board, Cell, Offer } from "../wire";
import type { Assets } from "./assets";
import { MARK, Outlines, Pulse } from "./Marks";
import { boxOf, middle } from "./space";

const FEW = 4;
const PLATE = 0.84;

interface OpeningsProps {
  board: Board;
  cells: readonly Cell[];
  offers: readonly Offer[];
  theme: "light" | "dark";
  animate: boolean;
  assets: Assets;
}

export function Openings({ board, cells, offers, theme, animate, assets }: OpeningsProps) {
  const blocks = new Map(offers.flatMap(({ add }) => add).map((block) => [blockKey(block), block]));
  const few = blocks.size <= FEW;
  return (
    <Pulse animate={animate && few}>
      <Plates board={board} cells={cells} />
      {few && (
        <Outlines
          boxes={[...blocks.values()].map((block) => block.cells)}
          colour={MARK[theme]}
          board={board}
          assets={assets}
        />
      )}
    </Pulse>
  );
}

function Plates({ board, cells }: Pick<OpeningsProps, "board" | "cells">) {
  const mesh = useRef<InstancedMesh>(null);
  const { invalidate } = useThree();
  useLayoutEffect(() => {
    const place = new Matrix4();
    cells.forEach((cell, index) => {
      const box = boxOf(board, [cell]);
      const [x, y, z] = middle(box);
      place.makeRotationX(board.upright ? 0 : -Math.PI / 2);
      if (board.upright) place.setPosition(x, y, -0.5);
      else place.setPosition(x, box.min[1] + 0.008, z);
      mesh.current?.setMatrixAt(index, place);
    });
    if (mesh.current) mesh.current.instanceMatrix.needsUpdate = true;
    invalidate();
  }, [board, cells, invalidate]);
  return (
    <instancedMesh
      key={cells.length}
      ref={mesh}
      args={[undefined, undefined, cells.length]}
      frustumCulled={false}
      renderOrder={2}
    >
      <planeGeometry args={[PLATE, PLATE]} />
      <meshBasicMaterial
        color="#fff6df"
        transparent
        opacity={0.42}
        toneMapped={false}
        depthWrite={false}
        polygonOffset
        polygonOffsetFactor={-2}
      />
    </instancedMesh>
  );
}
