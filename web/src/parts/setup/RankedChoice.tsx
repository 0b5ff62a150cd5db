import { t } from "../../i18n";
import { change, useSettings } from "../../state/settings";
import type { Box, SeatWish } from "../../wire";

/** Whether a game shall count. */

/** Whether it can: as it is in the box, and nobody at two seats. The house decides. */
export function canCount(box: Box, chosen: Record<string, string>, seats: SeatWish[]): boolean {
  const asInTheBox = box.options.every(
    ({ name, default: usual }) => (chosen[name] ?? usual) === usual,
  );
  return asInTheBox && seats.filter(({ kind }) => kind === "me").length < 2;
}

type RankedChoiceProps = { countable: boolean; others: boolean; coach: boolean };

export function RankedChoice({ countable, others, coach }: RankedChoiceProps) {
  const { ranked } = useSettings();
  const not = coach ? "ranked.coached" : "ranked.not";
  const why = !countable ? not : others ? "ranked.wishBoth" : "ranked.wishAlone";
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={ranked && countable}
        disabled={!countable}
        onChange={({ target }) => change({ ranked: target.checked })}
      />
      <span>{t("ranked.wish")}</span>
      <span className="hint">{t(why)}</span>
    </label>
  );
}
