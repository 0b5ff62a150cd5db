import { type FormEvent, useEffect, useState } from "react";
import * as api from "../../api";
import { t, useWords } from "../../i18n";
import { navigate } from "../../router";
import { myName, setName } from "../../state/house";
import { complain } from "../../state/notices";
import { levelName } from "../../words";
import { Dialog } from "../common/Dialog";
import { NAME_LENGTH } from "../common/NameForm";
import { ClockChoice } from "./ClockChoice";
import { Options } from "./Options";

/** The sheet before a game: ready to play as it opens, everything else can be changed. */

type SetUpProps = {
  box: api.Box;
  onClose: () => void;
  /** A position to begin from, whose options are fixed. */
  from?: { code: string; number?: number; options: Record<string, string>; seats: number };
};

const LEVEL = 3;

/** Me, then the computer on every other seat. */
export function usualSeats(count: number, before: api.SeatPlan[] = []): api.SeatPlan[] {
  const usual = (seat: number): api.SeatPlan =>
    seat === 0 ? { kind: "me" } : { kind: "computer", level: before[1]?.level ?? LEVEL };
  return Array.from({ length: count }, (_, seat) => before[seat] ?? usual(seat));
}

export function SetUp({ box, onClose, from }: SetUpProps) {
  const say = useWords(box.id);
  const [least, most] = box.seats;
  const [seats, setSeats] = useState(() => usualSeats(from?.seats ?? least));
  const [options, setOptions] = useState<Record<string, string>>(from?.options ?? {});
  const [starts, setStarts] = useState<number | "random">(from ? 0 : "random");
  const [clock, setClock] = useState<api.ClockPlan | null>(null);
  const [called, setCalled] = useState(myName.get() ?? "");
  const [busy, setBusy] = useState(false);
  const others = seats.some(({ kind }) => kind === "friend" || kind === "open");
  const chosen = least < most && !from ? { ...options, players: String(seats.length) } : options;

  // While the person chooses, the page of the table is fetched.
  useEffect(() => void import("../../pages/Table").catch(() => undefined), []);
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      if (called.trim() && called.trim() !== myName.get()) await setName(called.trim());
      const table = await api.openTable({
        game: box.id,
        options: chosen,
        seats,
        starts,
        clock,
        public: seats.some(({ kind }) => kind === "open"),
        share: api.share(),
        ...(from && { code: from.code, number: from.number }),
      });
      navigate(`/table/${table.id}`);
    } catch (error) {
      setBusy(false);
      complain(error);
    }
  };
  const seatText = (plan: api.SeatPlan) =>
    plan.kind === "computer"
      ? t("seat.computer", { level: plan.level ?? LEVEL })
      : t(`kind.${plan.kind}`);

  return (
    <Dialog title={box.title} onClose={onClose} wide>
      <p className="muted">{say(box.summary)}</p>
      <form onSubmit={begin} className="setup">
        <fieldset className="setup-seats">
          <legend>{t("setup.seats")}</legend>
          {least < most && !from && (
            <div className="segments" role="group" aria-label={t("setup.count")}>
              {Array.from({ length: most - least + 1 }, (_, index) => least + index).map(
                (count) => (
                  <button
                    type="button"
                    key={count}
                    aria-pressed={count === seats.length}
                    onClick={() => {
                      setSeats(usualSeats(count, seats));
                      if (starts !== "random" && starts >= count) setStarts("random");
                    }}
                  >
                    {t("players.exact", { n: count })}
                  </button>
                ),
              )}
            </div>
          )}
          {seats.map((plan, seat) => (
            <SeatRow
              key={seat}
              number={seat + 1}
              plan={plan}
              levels={box.levels.map((level) => ({
                value: level.level,
                text: levelName(level, say),
              }))}
              onChange={(next) =>
                setSeats(seats.map((old, place) => (place === seat ? next : old)))
              }
            />
          ))}
        </fieldset>
        {(others || !myName.get()) && (
          <label className="field">
            <span>{t("me.name")}</span>
            <input
              value={called}
              onChange={(event) => setCalled(event.target.value)}
              maxLength={NAME_LENGTH}
              required={others}
              autoComplete="nickname"
            />
          </label>
        )}
        {!from && (
          <label className="field">
            <span>{t("setup.starts")}</span>
            <select
              value={String(starts)}
              onChange={({ target }) =>
                setStarts(target.value === "random" ? "random" : Number(target.value))
              }
            >
              <option value="random">{t("setup.random")}</option>
              {seats.map((plan, seat) => (
                <option key={seat} value={seat}>
                  {`${seat + 1}. ${seatText(plan)}`}
                </option>
              ))}
            </select>
          </label>
        )}
        <ClockChoice clock={clock} onChange={setClock} />
        {!from && <Options box={box} chosen={options} onChange={setOptions} say={say} />}
        <div className="row end setup-go">
          <button type="submit" className="primary large" disabled={busy} data-focus>
            {t("setup.play")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

const kinds: api.SeatKind[] = ["me", "computer", "friend", "open"];

type SeatRowProps = {
  number: number;
  plan: api.SeatPlan;
  levels: { value: number; text: string }[];
  onChange: (plan: api.SeatPlan) => void;
};

function SeatRow({ number, plan, levels, onChange }: SeatRowProps) {
  const label = t("setup.seat", { n: number });
  return (
    <div className="seat-row">
      <span className="seat-number" aria-hidden="true">
        {number}
      </span>
      <select
        aria-label={label}
        value={plan.kind}
        onChange={({ target }) => {
          const kind = target.value as api.SeatKind;
          onChange(kind === "computer" ? { kind, level: plan.level ?? LEVEL } : { kind });
        }}
      >
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kind.${kind}`)}
          </option>
        ))}
      </select>
      {plan.kind === "computer" && levels.length > 0 && (
        <select
          aria-label={`${label}: ${t("setup.level")}`}
          value={plan.level}
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
