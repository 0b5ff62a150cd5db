import { t } from "../../i18n";
import type { SeatWish } from "../../wire";

/** Which seat begins, or that the draw decides. */

export type Starts = number | "random";

type StartsChoiceProps = { seats: SeatWish[]; starts: Starts; onChange: (starts: Starts) => void };

export function StartsChoice({ seats, starts, onChange }: StartsChoiceProps) {
  return (
    <label className="field">
      <span>{t("setup.starts")}</span>
      <select
        value={String(starts)}
        onChange={({ target: { value } }) => onChange(value === "random" ? value : Number(value))}
      >
        <option value="random">{t("setup.random")}</option>
        {seats.map((plan, seat) => (
          <option key={seat} value={seat}>
            {`${seat + 1}. ${seatText(plan)}`}
          </option>
        ))}
      </select>
    </label>
  );
}

const seatText = (plan: SeatWish): string =>
  plan.kind === "computer"
    ? t("seat.computer", { level: plan.level ?? "?" })
    : t(`kind.${plan.kind}`);
