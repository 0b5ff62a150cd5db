import type { NewTable } from "../../wire";

type ClockPlan = NewTable["clock"];

import { t } from "../../i18n";
import { useAlone } from "../../state/house";

/** No clock, minutes for the whole game with an increment, or days for each move. */

const game: ClockPlan = { kind: "game", minutes: 10, increment: 5 };
const days: ClockPlan = { kind: "days", days: 2 };

type ClockChoiceProps = { clock: ClockPlan; onChange: (clock: ClockPlan) => void };

export function ClockChoice({ clock, onChange }: ClockChoiceProps) {
  const kind = clock?.kind ?? "none";
  const alone = useAlone();
  return (
    <div className="field-row">
      <label className="field">
        <span>{t("clock.title")}</span>
        <select
          value={kind}
          onChange={({ target }) =>
            onChange({ none: null, game, days }[target.value as "none" | "game" | "days"])
          }
        >
          <option value="none">{t("clock.none")}</option>
          <option value="game">{t("clock.game")}</option>
          {(!alone || kind === "days") && <option value="days">{t("clock.perMove")}</option>}
        </select>
      </label>
      {clock?.kind === "game" && (
        <>
          <NumberField
            label={t("clock.minutes")}
            value={clock.minutes}
            low={1}
            high={180}
            onChange={(minutes) => onChange({ ...clock, minutes })}
          />
          <NumberField
            label={t("clock.increment")}
            value={clock.increment ?? 0}
            low={0}
            high={60}
            onChange={(increment) => onChange({ ...clock, increment })}
          />
        </>
      )}
      {clock?.kind === "days" && (
        <NumberField
          label={t("clock.daysEach")}
          value={clock.days}
          low={1}
          high={14}
          onChange={(count) => onChange({ ...clock, days: count })}
        />
      )}
    </div>
  );
}

type NumberFieldProps = {
  label: string;
  value: number;
  low: number;
  high: number;
  hint?: string;
  onChange: (value: number) => void;
};

export function NumberField({ label, value, low, high, hint, onChange }: NumberFieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        type="number"
        inputMode="numeric"
        required
        value={Number.isNaN(value) ? "" : value}
        min={low}
        max={high}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      {hint && <span className="hint">{hint}</span>}
    </label>
  );
}
