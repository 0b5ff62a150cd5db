import type { ReactNode } from "react";
import { t } from "../../i18n";

/** Small buttons over a corner of the board: asking what can be done somewhere, and whatever else helps. */

type BoardToolsProps = { asking: boolean; onAsk: () => void; children?: ReactNode };

export function BoardTools({ asking, onAsk, children }: BoardToolsProps) {
  return (
    <div className="board-tools" role="group" aria-label={t("help.tools")}>
      {children}
      <button
        type="button"
        aria-pressed={asking}
        aria-label={t("ask.title")}
        title={t("ask.title")}
        onClick={onAsk}
      >
        <span aria-hidden="true">?</span>
      </button>
    </div>
  );
}
