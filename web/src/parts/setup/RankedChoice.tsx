import { t } from "../../i18n";
import { change, useSettings } from "../../state/settings";
import type { Box, RatingFacts, SeatWish } from "../../wire";
import { ratingText } from "../../words";

/** Whether a game shall count, and which level would be an even game. */

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

export function EvenLevel({ rating, seats }: { rating: RatingFacts; seats: SeatWish[] }) {
  const { level } = rating;
  if (level === null || !seats.some(({ kind }) => kind === "computer")) return null;
  return <p className="hint">{t("ranked.even", { level, rating: ratingText(rating) })}</p>;
}
