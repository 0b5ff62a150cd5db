// The board for those who do not see it.

import { useMemo } from "react";
import type { Say } from "../i18n";
import { cellKey, cellName } from "../scene";
import type { Cell, Scene } from "../wire";
import { filledBy } from "./space";
import { BLOCKS_TEXT, blocksInWords, EMPTY_TEXT } from "./texts";

interface BoardInWordsProps {
  view: Scene;
  /** Where the keyboard is. */
  cursor: Cell | null;
  t: Say;
}

export function BoardInWords({ view, cursor, t }: BoardInWordsProps) {
  const told = useMemo(() => blocksInWords(view, t), [view, t]);
  return (
    <>
      <section className="board-hidden" aria-label={t(BLOCKS_TEXT)}>
        {told.length ? told.map((text) => <p key={text}>{text}</p>) : <p>{t(EMPTY_TEXT)}</p>}
      </section>
      <p className="board-hidden" aria-live="polite">
        {cursor &&
          [cellName(view.board, cursor), colourAt(view, cursor, t)].filter(Boolean).join(", ")}
      </p>
    </>
  );
}

function colourAt({ blocks }: Scene, cell: Cell, t: Say): string {
  const block = filledBy(blocks).get(cellKey(cell));
  return block ? t(block.colour) : "";
}
