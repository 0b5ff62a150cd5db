import type { Certainty } from "../../board/props";
import { cellKey } from "../../scene";
import type { Cell } from "../../wire";
import { whilePointed } from "../common/whilePointed";
import { isFinger } from "./Choices";

export type CellChoice = {
  cell: Cell;
  label: string;
  onTake: (how: Certainty) => void;
  onPoint: (pointed: boolean) => void;
};

/** Cells that may be meant, as buttons: each is shown on the board while it is pointed at. */
export function CellChoices({ choices }: { choices: readonly CellChoice[] }) {
  return choices.map(({ cell, label, onTake, onPoint }) => (
    <button
      type="button"
      key={`${cellKey(cell)} ${label}`}
      className="choice"
      {...whilePointed(
        () => onPoint(true),
        () => onPoint(false),
      )}
      onClick={(event) => onTake(isFinger(event) ? "finger" : "sure")}
    >
      {label}
    </button>
  ));
}
