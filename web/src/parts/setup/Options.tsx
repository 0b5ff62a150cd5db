import { type Say, t } from "../../i18n";
import type { Box, OptionFacts } from "../../wire";
import { named } from "../../words";
import { NumberField } from "./ClockChoice";

/** The options of a game with their ranges, as the box tells them; only what was changed is sent. */

type OptionsProps = {
  box: Box;
  chosen: Record<string, string>;
  say: Say;
  onChange: (chosen: Record<string, string>) => void;
};

export function Options({ box, chosen, say, onChange }: OptionsProps) {
  // The number of players is chosen with the seats.
  const options = box.options.filter(({ name }) => name !== "players");
  if (!options.length) return null;
  const set = (option: OptionFacts, value: string) => {
    const { [option.name]: _, ...rest } = chosen;
    onChange(value === String(option.default) ? rest : { ...rest, [option.name]: value });
  };
  return (
    <details className="options">
      <summary>{t("setup.options")}</summary>
      <div className="options-grid">
        {options.map((option) => (
          <OptionField
            key={option.name}
            option={option}
            value={chosen[option.name] ?? String(option.default)}
            say={say}
            onChange={(value) => set(option, value)}
          />
        ))}
      </div>
    </details>
  );
}

/** What an option may be, in words. */
export function rangeText(option: OptionFacts, say: Say): string {
  const { kind, low, high, choices, range } = option;
  if (kind === "number") return t("setup.range", { low: low ?? 0, high: high ?? 99 });
  if (kind === "choice") return (choices ?? []).map((choice) => say(choice)).join(", ");
  return kind === "flag" ? "" : say(range);
}

type FieldProps = {
  option: OptionFacts;
  value: string;
  say: Say;
  onChange: (value: string) => void;
};

function OptionField({ option, value, say, onChange }: FieldProps) {
  const label = named(say, option.name);
  const about = option.about ? say(option.about) : "";
  if (option.kind === "number") {
    const [low, high] = [option.low ?? 0, option.high ?? 99];
    const range = rangeText(option, say);
    return (
      <NumberField
        label={label}
        value={value === "" ? Number.NaN : Number(value)}
        low={low}
        high={high}
        hint={about ? `${about} ${range}` : range}
        onChange={(number) => onChange(Number.isNaN(number) ? "" : String(number))}
      />
    );
  }
  if (option.kind === "flag")
    return (
      <label className="field check">
        <input
          type="checkbox"
          checked={value === "true"}
          onChange={({ target }) => onChange(String(target.checked))}
        />
        <span>{label}</span>
        {about && <span className="hint">{about}</span>}
      </label>
    );
  if (option.kind === "choice")
    return (
      <label className="field">
        <span>{label}</span>
        <select value={value} onChange={({ target }) => onChange(target.value)}>
          {option.choices?.map((choice) => (
            <option key={choice} value={choice}>
              {say(choice)}
            </option>
          ))}
        </select>
        {about && <span className="hint">{about}</span>}
      </label>
    );
  return (
    <label className="field wide">
      <span>{label}</span>
      <input value={value} onChange={({ target }) => onChange(target.value)} spellCheck={false} />
      <span className="hint">{[about, rangeText(option, say)].filter(Boolean).join(" ")}</span>
    </label>
  );
}
