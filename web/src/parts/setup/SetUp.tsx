import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import * as api from "../../api";
import { t, useWords } from "../../i18n";
import { navigate } from "../../router";
import { myName, setName } from "../../state/house";
import { expectGuests } from "../../state/invitations";
import { complain } from "../../state/notices";
import { useSettings } from "../../state/settings";
import { useRating, useStatistics } from "../../state/you";
import type { Box, NewTable, SeatWish } from "../../wire";
import { Dialog } from "../common/Dialog";
import { NAME_LENGTH } from "../common/NameForm";
import { ClockChoice } from "./ClockChoice";
import { CoachWish, canCoach } from "./CoachWish";
import { fitting, Options } from "./Options";
import { canCount, RankedChoice } from "./RankedChoice";
import { computers, openSeats, SeatsChoice, usualSeats } from "./SeatsChoice";
import { type Starts, StartsChoice } from "./StartsChoice";
import { suggestion } from "./suggestion";

/** The sheet before a game: ready to play as it opens, everything else can be changed. */

type SetUpProps = {
  box: Box;
  onClose: () => void;
  /** Begins with computers on all seats. */
  watch?: boolean;
  /** Begins with all other seats open to anyone. */
  invite?: boolean;
  /** What is said before anything can be chosen. */
  children?: ReactNode;
  /** A position to begin from, whose options are fixed. */
  from?: { code: string; number?: number; options: Record<string, string>; seats: number };
};

export function SetUp(props: SetUpProps) {
  const { box, onClose, from, watch = false, invite = false } = props;
  const say = useWords(box.id);
  const [least, most] = box.seats;
  const suggested = suggestion(box, useRating(box.id), useStatistics());
  const [placed, setSeats] = useState<SeatWish[] | null>(
    watch ? computers(least) : invite ? openSeats(least) : null,
  );
  const seats = placed ?? usualSeats(from?.seats ?? least, suggested.level);
  const [options, setOptions] = useState<Record<string, string>>(from?.options ?? {});
  const [starts, setStarts] = useState<Starts>(from ? 0 : "random");
  const [clock, setClock] = useState<NewTable["clock"]>(null);
  const [called, setCalled] = useState(myName.get() ?? "");
  const [busy, setBusy] = useState(false);
  const others = seats.some(({ kind }) => kind === "friend" || kind === "open");
  const open = seats.some(({ kind }) => kind === "open");
  const { ranked: wanted, coach: wished } = useSettings();
  const watched = seats.every(({ kind }) => kind === "computer");
  const fitted = from ? options : fitting(box, options, seats.length);
  const chosen = least < most && !from ? { ...fitted, players: String(seats.length) } : fitted;
  const coachable = canCoach(box, seats);
  const coach = wished && coachable;
  const countable = !from && !coach && canCount(box, chosen, seats);

  // While the person chooses, the page of the table is fetched.
  useEffect(() => void import("../../pages/Table").catch(() => undefined), []);
  useEffect(() => api.want(box.id), [box.id]);
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
        clock: watched ? null : clock,
        watched,
        public: open,
        ranked: wanted && countable,
        coach,
        share: api.share(),
        ...(from && { code: from.code, number: from.number }),
      });
      navigate(`/table/${table.id}`);
      if (others) expectGuests();
    } catch (error) {
      setBusy(false);
      complain(error);
    }
  };

  return (
    <Dialog title={box.title} onClose={onClose} wide>
      <p className="muted">{say(box.summary)}</p>
      {props.children}
      <form onSubmit={begin} className="setup">
        <SeatsChoice
          box={box}
          seats={seats}
          level={suggested.level}
          fixed={from !== undefined}
          say={say}
          onChange={(next) => {
            setSeats(next);
            if (starts !== "random" && starts >= next.length) setStarts("random");
          }}
        />
        {!watched && seats.some(({ kind }) => kind === "computer") && (
          <p className="hint">{suggested.why}</p>
        )}
        {(others || (!watched && !myName.get())) && (
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
        {!watched && <ClockChoice clock={clock} onChange={setClock} />}
        {coachable && <CoachWish />}
        {!from && !watched && <RankedChoice countable={countable} others={others} coach={coach} />}
        {!from && (
          <Options
            box={box}
            seats={seats.length}
            chosen={options}
            fitted={chosen}
            onChange={setOptions}
            say={say}
          />
        )}
        <div className="row end setup-go">
          <button type="submit" className="primary large" disabled={busy} data-focus>
            {t(watched ? "setup.watch" : open ? "setup.invite" : "setup.play")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
