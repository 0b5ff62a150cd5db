import type { OnTop as Found } from "../../board/picking";
import type { Certainty } from "../../board/props";
import { type Say, t } from "../../i18n";
import { cellKey } from "../../scene";
import type { Cell, Scene } from "../../wire";
import { stepText } from "../../words";
import { whilePointed } from "../common/whilePointed";
import { isFinger } from "./Choices";

type OnTopProps = {
  found: readonly Found[];
  steps: Scene["steps"];
  say: Say;
  onGhost: (cell: Cell | null) => void;
  onTake: (cell: Cell, how: Certainty) => void;
};

/** A block pointed at is meant itself; the room on top of it is a choice that asks. */
export function OnTop({ found, steps, say, onGhost, onTake }: OnTopProps) {
  return found.map(({ cell, asked }) => (
    <button
      type="button"
      key={cellKey(cell)}
      className="choice"
      {...whilePointed(
        () => onGhost(cell),
        () => onGhost(null),
      )}
      onClick={(event) => onTake(cell, isFinger(event) ? "finger" : "sure")}
    >
      {t("play.onTop", { what: stepText(steps, asked, say) })}
    </button>
  ));
}
