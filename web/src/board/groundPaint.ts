// The painted materials of the ground, made anew only when what is painted changes.
import { useEffect, useMemo } from "react";
import type { Material, Texture } from "three";
import type { Scene } from "../wire";
import type { Assets } from "./assets";
import { boardTexture, namesTexture } from "./boardTexture";
import type { Stretch } from "./framing";

/** Darker than the lightest pieces and lighter than the darkest, so that both are seen on it. */
const TIMBER = { light: "#c49a70", dark: "#ab845c" };

interface BoardPaint {
  view: Scene;
  stretch: Stretch;
  quarters: number;
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
export function useBoardPaint({
  view,
  stretch,
  quarters,
  theme,
  patterns,
  assets,
}: BoardPaint): Material {
  // A new view rarely changes what is painted, so it is compared by content.
  const surface = JSON.stringify({
    stretch,
    quarters,
    frame: view.board.frame,
    regions: view.regions,
    patterns,
    timber: TIMBER[theme],
  });
  const texture = useMemo(() => boardTexture(JSON.parse(surface)), [surface]);
  return usePaint(texture, assets);
}

/** The letters of the columns, for the foot of a wall. */
export function useNamesPaint(first: number, columns: number, assets: Assets): Material {
  const texture = useMemo(() => namesTexture(first, columns), [first, columns]);
  return usePaint(texture, assets, true);
}
