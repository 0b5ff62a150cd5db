import { t } from "../../i18n";
import { useAlone, useBoxes } from "../../state/house";
import type { GamesWish } from "../../wire";

/** Which games to list: by a word, the game, how it stands, how it ended, and against whom. */

type FiltersProps = { wish: GamesWish; onChange: (wish: GamesWish) => void };
type Choice = { value: string; text: string };

const LEVELS = Array.from({ length: 10 }, (_, index) => index + 1);

export function Filters({ wish, onChange }: FiltersProps) {
  const boxes = useBoxes() ?? [];
  const alone = useAlone();
  const { level, against } = wish;
  const set = (part: GamesWish) => onChange({ ...wish, ...part });
  return (
    <search className="filters">
      <label className="field">
        <span>{t("filter.text")}</span>
        <input
          type="search"
          value={wish.text ?? ""}
          maxLength={60}
          placeholder={t("filter.example")}
          onChange={({ target }) => set({ text: target.value })}
        />
      </label>
      <Select
        label={t("filter.game")}
        value={wish.game}
        choices={boxes.map(({ id, title }) => ({ value: id, text: title }))}
        onChange={(game) => set({ game })}
      />
      <Select
        label={t("filter.state")}
        value={wish.state}
        choices={(["going", "over"] as const).map((value) => ({
          value,
          text: t(`filter.${value}`),
        }))}
        onChange={(state) => set({ state: state as GamesWish["state"] })}
      />
      <Select
        label={t("filter.outcome")}
        value={wish.outcome}
        choices={(["won", "drawn", "lost"] as const).map((value) => ({
          value,
          text: t(`outcome.${value}`),
        }))}
        onChange={(outcome) => set({ outcome: outcome as GamesWish["outcome"] })}
      />
      <Select
        label={t("you.against")}
        value={level ? String(level) : against}
        choices={[
          ...(alone ? [] : [{ value: "people", text: t("you.people") }]),
          { value: "computer", text: t("kind.computer") },
          ...LEVELS.map((value) => ({
            value: String(value),
            text: t("seat.computer", { level: value }),
          })),
        ]}
        onChange={(who) => {
          const kind = who === "people" || who === "computer";
          set({ against: kind ? who : null, level: kind || who === null ? null : Number(who) });
        }}
      />
    </search>
  );
}

type SelectProps = {
  label: string;
  value: string | null | undefined;
  choices: Choice[];
  onChange: (value: string | null) => void;
};

function Select({ label, value, choices, onChange }: SelectProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <select value={value ?? ""} onChange={({ target }) => onChange(target.value || null)}>
        <option value="">{t("filter.any")}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.text}
          </option>
        ))}
      </select>
    </label>
  );
}
