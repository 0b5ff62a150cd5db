import { type Say, t } from "../../i18n";
import { useAlone } from "../../state/house";
import type { Box, SeatWish } from "../../wire";
import { headed, levelName } from "../../words";

/** How many play, and who sits where: I, a computer of some level, a friend, or whoever comes. */

export const LEVEL = 3;

/** Me, then the computer on every other seat. */
export function usualSeats(count: number, before: SeatWish[] = [], level = LEVEL): SeatWish[] {
  const usual = (seat: number): SeatWish =>
    seat === 0 ? { kind: "me" } : { kind: "computer", level: before[1]?.level ?? level };
  return Array.from({ length: count }, (_, seat) => before[seat] ?? usual(seat));
}

/** Computers alone, for people who would rather look on. */
export const computers = (count: number): SeatWish[] =>
  Array.from({ length: count }, () => ({ kind: "computer", level: LEVEL }));

/** Me, and whoever comes. */
export const openSeats = (count: number): SeatWish[] =>
  Array.from({ length: count }, (_, seat) => ({ kind: seat ? "open" : "me" }));

type SeatsChoiceProps = {
  box: Box;
  seats: SeatWish[];
  /** A position that is played on has as many seats as it has. */
  fixed: boolean;
  say: Say;
  onChange: (seats: SeatWish[]) => void;
};

export function SeatsChoice({ box, seats, fixed, say, onChange }: SeatsChoiceProps) {
  const [least, most] = box.seats;
  const counts = Array.from({ length: most - least + 1 }, (_, index) => least + index);
  const levels = box.levels.map((level) => ({ value: level.level, text: levelName(level, say) }));
  return (
    <fieldset className="setup-seats">
      <legend>{t("setup.seats")}</legend>
      {counts.length > 1 && !fixed && (
        <div className="segments" role="group" aria-label={t("setup.count")}>
          {counts.map((count) => (
            <button
              type="button"
              key={count}
              aria-pressed={count === seats.length}
              onClick={() => onChange(usualSeats(count, seats))}
            >
              {t("players.exact", { n: count })}
            </button>
          ))}
        </div>
      )}
      {seats.map((plan, seat) => (
        <SeatRow
          key={seat}
          number={seat + 1}
          plan={plan}
          levels={levels}
          onChange={(next) => onChange(seats.map((old, place) => (place === seat ? next : old)))}
        />
      ))}
    </fieldset>
  );
}

const kinds: SeatWish["kind"][] = ["me", "computer", "friend", "open"];

type SeatRowProps = {
  number: number;
  plan: SeatWish;
  levels: { value: number; text: string }[];
  onChange: (plan: SeatWish) => void;
};

function SeatRow({ number, plan, levels, onChange }: SeatRowProps) {
  const label = t("setup.seat", { n: number });
  const alone = useAlone();
  const isOffered = (kind: SeatWish["kind"]) => !alone || kind === "me" || kind === "computer";
  return (
    <div className="seat-row">
      <span className="seat-number" aria-hidden="true">
        {number}
      </span>
      <select
        aria-label={label}
        value={plan.kind}
        onChange={({ target }) => {
          const kind = target.value as SeatWish["kind"];
          onChange(kind === "computer" ? { kind, level: plan.level ?? LEVEL } : { kind });
        }}
      >
        {kinds.filter(isOffered).map((kind) => (
          <option key={kind} value={kind}>
            {t(`kind.${kind}`)}
          </option>
        ))}
      </select>
      {plan.kind === "computer" && levels.length > 0 && (
        <select
          aria-label={`${headed(label)} ${t("setup.level")}`}
          value={plan.level ?? LEVEL}
          onChange={({ target }) => onChange({ ...plan, level: Number(target.value) })}
        >
          {levels.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
