// The painted materials of the ground, made anew only when what is painted changes.
import { useEffect, useMemo } from "react";
import type { Material, Texture } from "three";
import type { Scene } from "../wire";
import type { Assets } from "./assets";
import { boardTexture, namesTexture } from "./boardTexture";

const TIMBER = { light: "#d9b384", dark: "#c39b6c" };

interface BoardPaint {
  view: Scene;
  theme: "light" | "dark";
  patterns: boolean;
  assets: Assets;
}

/** The material of a texture; both are thrown away when one changes. */
function usePaint(texture: Texture, assets: Assets, transparent = false): Material {
  const material = useMemo(
    () => assets.painted(texture, transparent),
    [assets, texture, transparent],
  );
  useEffect(
    () => () => {
      texture.dispose();
      material.dispose();
    },
    [texture, material],
  );
  return material;
}

/** The top of the board. */
export function useBoardPaint({ view, theme, patterns, assets }: BoardPaint): Material {
  // A new view rarely changes what is painted, so it is compared by content.
  const surface = JSON.stringify({
    board: view.board,
    regions: view.regions,
    patterns,
    timber: TIMBER[theme],
  });
  const texture = useMemo(() => boardTexture(JSON.parse(surface)), [surface]);
  return usePaint(texture, assets);
}

/** The letters of the columns, for the foot of a wall. */
export function useNamesPaint(columns: number, assets: Assets): Material {
  const texture = useMemo(() => namesTexture(columns), [columns]);
  return usePaint(texture, assets, true);
}
