import { t } from "../../i18n";
import { change, useSettings } from "../../state/settings";
import type { Box, SeatWish } from "../../wire";

/** Whether a coach shall look on: for one person among computers, where nothing is hidden. */

export const canCoach = ({ secrets }: Box, seats: readonly SeatWish[]): boolean =>
  !secrets &&
  seats.filter(({ kind }) => kind === "me").length === 1 &&
  seats.every(({ kind }) => kind === "me" || kind === "computer");

export function CoachWish() {
  const { coach } = useSettings();
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={coach}
        onChange={({ target }) => change({ coach: target.checked })}
      />
      <span>{t("coach.wish")}</span>
      <span className="hint">{t("coach.about")}</span>
    </label>
  );
}
