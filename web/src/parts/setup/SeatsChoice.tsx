import { type Say, t } from "../../i18n";
import { useAlone } from "../../state/house";
import type { Box, SeatWish } from "../../wire";
import { headed, levelName } from "../../words";

/** How many play, and who sits where: I, a computer of some level, a friend, or whoever comes. */

const WATCHED = 3;

/** Me, then the computer on every other seat. */
export function usualSeats(count: number, level: number, before: SeatWish[] = []): SeatWish[] {
  const usual = (seat: number): SeatWish =>
    seat === 0 ? { kind: "me" } : { kind: "computer", level: before[1]?.level ?? level };
  return Array.from({ length: count }, (_, seat) => before[seat] ?? usual(seat));
}

/** Computers alone, for people who would rather look on. */
export const computers = (count: number): SeatWish[] =>
  Array.from({ length: count }, () => ({ kind: "computer", level: WATCHED }));

/** Me, and whoever comes. */
export const openSeats = (count: number): SeatWish[] =>
  Array.from({ length: count }, (_, seat) => ({ kind: seat ? "open" : "me" }));

type SeatsChoiceProps = {
  box: Box;
  seats: SeatWish[];
  /** That a computer gets who sits down. */
  level: number;
  /** A position that is played on has as many seats as it has. */
  fixed: boolean;
  say: Say;
  onChange: (seats: SeatWish[]) => void;
};

export function SeatsChoice({ box, seats, level, fixed, say, onChange }: SeatsChoiceProps) {
  const [least, most] = box.seats;
  const counts = Array.from({ length: most - least + 1 }, (_, index) => least + index);
  const levels = box.levels.map((each) => ({ value: each.level, text: levelName(each, say) }));
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
              onClick={() => onChange(usualSeats(count, level, seats))}
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
          level={level}
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
  level: number;
  levels: { value: number; text: string }[];
  onChange: (plan: SeatWish) => void;
};

function SeatRow({ number, plan, level, levels, onChange }: SeatRowProps) {
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
          onChange(kind === "computer" ? { kind, level: plan.level ?? level } : { kind });
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
          value={plan.level ?? level}
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
