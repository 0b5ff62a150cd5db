import { type Say, t } from "../../i18n";
import { complain } from "../../state/notices";
import type { TableActs } from "../../state/table";
import type { SeatFacts, TableFacts } from "../../wire";
import { isFree } from "../../words";
import { Invite } from "./Invite";
import { takeSeat } from "./JoinDialog";

/** Below a seat: its invitation, a button to take it, or the vote to let the computer play on. */

type SeatActionsProps = { table: TableFacts; place: SeatFacts; act: TableActs["act"]; say: Say };

export function SeatActions({ table, place, act, say }: SeatActionsProps) {
  const sit = () => takeSeat(table, place.seat).catch(complain);
  if (table.state === "waiting" && isFree(place)) {
    if (table.invitations?.[place.seat]) return <Invite table={table} seat={place} say={say} />;
    if (place.kind !== "open" || table.you.length) return null;
    return (
      <>
        {table.known_deal && <p className="small">{t("deal.known")}</p>}
        <button type="button" className="primary" onClick={sit}>
          {t("seat.join")}
        </button>
      </>
    );
  }
  if (table.state !== "running") return null;
  if (table.back.includes(place.seat))
    return (
      <button type="button" onClick={sit}>
        {t("seat.return")}
      </button>
    );
  const gone = place.kind === "person" && !place.here && !table.you.includes(place.seat);
  if (!gone || !table.you.length) return null;
  const votes = table.offers.votes[place.seat] ?? [];
  const voted = table.you.some((seat) => votes.includes(seat));
  return (
    <button
      type="button"
      disabled={voted}
      onClick={() => act("vote-computer", { seat: place.seat }).catch(complain)}
    >
      {voted ? t("vote.voted", { n: votes.length }) : t("vote.ask")}
    </button>
  );
}
