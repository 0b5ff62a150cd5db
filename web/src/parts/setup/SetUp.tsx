import { type FormEvent, useEffect, useState } from "react";
import * as api from "../../api";
import { t, useWords } from "../../i18n";
import { navigate } from "../../router";
import { myName, setName } from "../../state/house";
import { complain } from "../../state/notices";
import type { Box, NewTable } from "../../wire";
import { Dialog } from "../common/Dialog";
import { NAME_LENGTH } from "../common/NameForm";
import { ClockChoice } from "./ClockChoice";
import { fitting, Options } from "./Options";
import { SeatsChoice, usualSeats } from "./SeatsChoice";
import { type Starts, StartsChoice } from "./StartsChoice";

/** The sheet before a game: ready to play as it opens, everything else can be changed. */

type SetUpProps = {
  box: Box;
  onClose: () => void;
  /** A position to begin from, whose options are fixed. */
  from?: { code: string; number?: number; options: Record<string, string>; seats: number };
};

export function SetUp({ box, onClose, from }: SetUpProps) {
  const say = useWords(box.id);
  const [least, most] = box.seats;
  const [seats, setSeats] = useState(() => usualSeats(from?.seats ?? least));
  const [options, setOptions] = useState<Record<string, string>>(from?.options ?? {});
  const [starts, setStarts] = useState<Starts>(from ? 0 : "random");
  const [clock, setClock] = useState<NewTable["clock"]>(null);
  const [called, setCalled] = useState(myName.get() ?? "");
  const [busy, setBusy] = useState(false);
  const others = seats.some(({ kind }) => kind === "friend" || kind === "open");
  const fitted = from ? options : fitting(box, options, seats.length);
  const chosen = least < most && !from ? { ...fitted, players: String(seats.length) } : fitted;

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

  return (
    <Dialog title={box.title} onClose={onClose} wide>
      <p className="muted">{say(box.summary)}</p>
      <form onSubmit={begin} className="setup">
        <SeatsChoice
          box={box}
          seats={seats}
          fixed={from !== undefined}
          say={say}
          onChange={(next) => {
            setSeats(next);
            if (starts !== "random" && starts >= next.length) setStarts("random");
          }}
        />
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
        {!from && <StartsChoice seats={seats} starts={starts} onChange={setStarts} />}
        <ClockChoice clock={clock} onChange={setClock} />
        {!from && (
          <Options
            box={box}
            seats={seats.length}
            chosen={options}
            onChange={setOptions}
            say={say}
          />
        )}
        <div className="row end setup-go">
          <button type="submit" className="primary large" disabled={busy} data-focus>
            {t("setup.play")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
