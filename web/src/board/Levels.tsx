// Looking into a building: the levels above a height are lifted off.

import { useState } from "react";
import type { Say } from "../i18n";
import type { Scene } from "../wire";
import { heightOf } from "./space";
import { ALL_LEVELS_TEXT, ALL_SHORT, LEVEL_TEXT, LEVELS_SHORT, LEVELS_TEXT } from "./texts";

export interface Levels {
  /** How high is built. */
  top: number;
  /** How many levels are left, or null for all. */
  cut: number | null;
  /** How many levels of the board are shown, empty ones too. */
  shown: number;
  show(levels: number): void;
}

export function useLevels({ board, blocks }: Scene): Levels {
  const [cut, setCut] = useState<number | null>(null);
  const top = heightOf(blocks);
  const shown = cut === null || cut >= top ? board.size[2] : cut;
  const show = (levels: number) => setCut(levels >= top ? null : Math.max(1, levels));
  return { top, cut, shown, show };
}

export function LevelSlider({ levels: { top, cut, show }, t }: { levels: Levels; t: Say }) {
  return (
    <label className="board-levels">
      <span aria-hidden="true">{t(LEVELS_SHORT)}</span>
      <input
        type="range"
        min={1}
        max={Math.max(1, top)}
        value={cut ?? Math.max(1, top)}
        disabled={top < 2}
        aria-label={t(LEVELS_TEXT)}
        aria-valuetext={cut === null ? t(ALL_LEVELS_TEXT) : t(LEVEL_TEXT, { number: cut })}
        title={t(LEVELS_TEXT)}
        onChange={(event) => show(Number(event.target.value))}
      />
      <span aria-hidden="true" className="board-cut">
        {cut === null ? t(ALL_SHORT) : cut}
      </span>
    </label>
  );
}
