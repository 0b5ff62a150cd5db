import type { Certainty } from "../../board/props";
import { t } from "../../i18n";
import { cellKey } from "../../scene";
import type { Cell } from "../../wire";
import { whilePointed } from "../common/whilePointed";
import { isFinger } from "./Choices";

export type CellChoice = {
  cell: Cell;
  label: string;
  /** What stands on the button of a cell that is out of sight; the label says the rest. */
  name?: string;
  onTake: (how: Certainty) => void;
  onPoint: (pointed: boolean) => void;
};

/** Cells that may be meant, as buttons: each is shown on the board while it is pointed at. */
export function CellChoices({ choices }: { choices: readonly CellChoice[] }) {
  const hidden = choices.filter(({ name }) => name);
  return (
    <>
      {choices.filter(({ name }) => !name).map(button)}
      {hidden.length > 0 && (
        // Short, side by side: whole sentences would lie over the views that turn the board.
        <div className="choices-hidden">
          <span aria-hidden="true">{t("play.hiddenCells")}</span>
          {hidden.map(button)}
        </div>
      )}
    </>
  );
}

function button({ cell, label, name, onTake, onPoint }: CellChoice) {
  return (
    <button
      type="button"
      key={`${cellKey(cell)} ${label}`}
      className="choice"
      {...(name && { "aria-label": label, title: label })}
      {...whilePointed(
        () => onPoint(true),
        () => onPoint(false),
      )}
      onClick={(event) => onTake(isFinger(event) ? "finger" : "sure")}
    >
      {name ?? label}
    </button>
  );
}
