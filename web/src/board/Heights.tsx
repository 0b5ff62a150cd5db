// From above all towers look alike: each bears its height on its top.
import { useThree } from "@react-three/fiber";
import { useEffect, useMemo } from "react";
import { BufferGeometry, Color, Float32BufferAttribute } from "three";
import type { Block, Board } from "../wire";
import type { Assets } from "./assets";
import { lookOf } from "./colours";
import { NUMBERS_ACROSS } from "./numbersTexture";
import { boxOf } from "./space";

interface HeightsProps {
  board: Board;
  blocks: readonly Block[];
  assets: Assets;
}

export function Heights({ board, blocks, assets }: HeightsProps) {
  const { invalidate } = useThree();
  const numbers = useMemo(() => numbersOn(board, blocks), [board, blocks]);
  useEffect(() => {
    invalidate();
    return () => numbers.dispose();
  }, [numbers, invalidate]);
  return <mesh geometry={numbers} material={assets.numberPaint} renderOrder={2} />;
}

const SIZE = 0.42;

/** One geometry for all numbers, each in the upper left corner of its tower's top. */
function numbersOn(board: Board, blocks: readonly Block[]): BufferGeometry {
  const [places, uvs, inks]: [number[], number[], number[]] = [[], [], []];
  for (const [key, { height, colour }] of towers(blocks)) {
    const [x = 0, y = 0] = key.split(",").map(Number);
    const { min } = boxOf(board, [[x, y, height - 1]]);
    const [left, back] = [min[0] + 0.05, min[2] + 0.05];
    const ink = new Color(lookOf(colour).ink);
    const [column, row] = [height % NUMBERS_ACROSS, Math.floor(height / NUMBERS_ACROSS)];
    for (const [u, v] of CORNERS) {
      places.push(left + u * SIZE, height, back + (1 - v) * SIZE);
      uvs.push((column + u) / NUMBERS_ACROSS, 1 - (row + 1 - v) / NUMBERS_ACROSS);
      inks.push(ink.r, ink.g, ink.b);
    }
  }
  const numbers = new BufferGeometry();
  numbers.setAttribute("position", new Float32BufferAttribute(places, 3));
  numbers.setAttribute("uv", new Float32BufferAttribute(uvs, 2));
  numbers.setAttribute("color", new Float32BufferAttribute(inks, 3));
  return numbers;
}

const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
  [1, 1],
  [0, 1],
] as const;

/** The height of each column that is more than one block high, and the colour of its top. */
export function towers(blocks: readonly Block[]): Map<string, { height: number; colour: string }> {
  const found = new Map<string, { height: number; colour: string }>();
  for (const { cells, colour } of blocks)
    for (const [x, y, z] of cells)
      if (z > 0 && z + 1 > (found.get(`${x},${y}`)?.height ?? 1))
        found.set(`${x},${y}`, { height: z + 1, colour });
  return found;
}
