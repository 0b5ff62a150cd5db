import { useState } from "react";
import { type Say, t } from "../../i18n";
import type { Box, OptionFacts } from "../../wire";
import { named } from "../../words";
import { NumberField } from "./ClockChoice";
import { Preview } from "./Preview";

/** The options of a game with their ranges, as the box tells them; only what was changed is sent. */

/** What people can choose; a free list of words is for programs, and players go with the seats. */
export const choosable = (option: OptionFacts): boolean =>
  option.name !== "players" && (option.kind !== "words" || Boolean(option.choices));

/** Chosen words with one for each seat, however many seats there are by now. */
export function fitting(
  box: Box,
  chosen: Record<string, string>,
  seats: number,
): Record<string, string> {
  const fitted = { ...chosen };
  for (const { name, kind, choices } of box.options) {
    if (kind !== "words" || !choices || fitted[name] === undefined) continue;
    if (fitted[name]) fitted[name] = oneEach(fitted[name], choices, seats).join();
    else delete fitted[name];
  }
  return fitted;
}

/** As many different words as there are seats, those already chosen first. */
export function oneEach(value: string, choices: readonly string[], seats: number): string[] {
  const words = value.split(",").filter(Boolean);
  return [...new Set([...words, ...choices])].slice(0, seats);
}

type OptionsProps = {
  box: Box;
  seats: number;
  chosen: Record<string, string>;
  /** What the house is asked for: the same with one word for each seat, and how many play. */
  fitted: Record<string, string>;
  say: Say;
  onChange: (chosen: Record<string, string>) => void;
};

export function Options({ box, seats, chosen, fitted, say, onChange }: OptionsProps) {
  const [open, setOpen] = useState(false);
  const options = box.options.filter(choosable);
  if (!options.length) return null;
  const set = (option: OptionFacts, value: string) => {
    const { [option.name]: _, ...rest } = chosen;
    const usual = value === String(option.default) && option.kind !== "words";
    onChange(usual ? rest : { ...rest, [option.name]: value });
  };
  return (
    <details className="options" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t("setup.options")}</summary>
      {open && <Preview game={box.id} options={fitted} say={say} />}
      <div className="options-grid">
        {options.map((option) => (
          <OptionField
            key={option.name}
            option={option}
            seats={seats}
            value={chosen[option.name] ?? (option.kind === "words" ? "" : String(option.default))}
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
  const { kind, low, high, choices } = option;
  if (kind === "number") return t("setup.range", { low: low ?? 0, high: high ?? 99 });
  return (choices ?? []).map((choice) => say(choice)).join(", ");
}

type FieldProps = {
  option: OptionFacts;
  seats: number;
  value: string;
  say: Say;
  onChange: (value: string) => void;
};

function OptionField({ option, seats, value, say, onChange }: FieldProps) {
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
    <fieldset className="field wide">
      <legend>{label}</legend>
      <OnePerSeat
        choices={option.choices ?? []}
        seats={seats}
        value={value}
        say={say}
        onChange={onChange}
      />
      {about && <span className="hint">{about}</span>}
    </fieldset>
  );
}

type OnePerSeatProps = Pick<FieldProps, "seats" | "value" | "say" | "onChange"> & {
  choices: readonly string[];
};

/** A word for each seat; who takes another's word gives theirs for it. */
function OnePerSeat({ choices, seats, value, say, onChange }: OnePerSeatProps) {
  const words = value ? oneEach(value, choices, seats) : [];
  const choose = (seat: number, word: string) => {
    const now = oneEach(value, choices, seats);
    const before = now[seat] ?? "";
    onChange(now.map((other, i) => (i === seat ? word : other === word ? before : other)).join());
  };
  return (
    <div className="row wrap">
      {Array.from({ length: seats }, (_, seat) => (
        <select
          key={seat}
          value={words[seat] ?? ""}
          aria-label={t("setup.seat", { n: seat + 1 })}
          onChange={({ target }) => (target.value ? choose(seat, target.value) : onChange(""))}
        >
          <option value="">{t("setup.usual")}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {say(choice)}
            </option>
          ))}
        </select>
      ))}
    </div>
  );
}
