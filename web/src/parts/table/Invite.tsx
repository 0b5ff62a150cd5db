import { addressOf } from "../../base";
import { type Say, t } from "../../i18n";
import { useHouse } from "../../state/house";
import type { SeatFacts, TableFacts } from "../../wire";
import { colourName } from "../../words";
import { QrSquares } from "../common/QrSquares";
import { LinkBox } from "../common/Sharing";

/** The link that gives a friend a seat, and as a picture for the camera of a phone. */

export const OPEN_TO_ALL = "blockhaus house --host 0.0.0.0";

const isOwn = (host: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host);

/** Where a friend comes in: this machine's own name for itself is useless on another. */
export function doorOf(
  here: Pick<Location, "origin" | "hostname">,
  network: string | null,
): { origin: string; reachable: boolean } {
  if (!isOwn(here.hostname)) return { origin: here.origin, reachable: true };
  return { origin: network ?? here.origin, reachable: network !== null };
}

type InviteProps = { table: TableFacts; seat: SeatFacts; say: Say };

export function Invite({ table, seat, say }: InviteProps) {
  const network = useHouse()?.network ?? null;
  const secret = table.invitations?.[seat.seat];
  if (!secret) return null;
  const { origin, reachable } = doorOf(location, network);
  const link = origin + addressOf(`/table/${table.id}#${secret}`);
  const label = t("invite.label", { colour: colourName(say, seat.colour) });
  return (
    <div className="invite">
      <p className="small">{t("invite.text")}</p>
      <LinkBox link={link} label={label} />
      {reachable ? (
        <>
          <QrSquares link={link} label={t("invite.qr", { invitation: label })} />
          <p className="small muted">{t("invite.scan")}</p>
        </>
      ) : (
        <p className="small muted">{t("invite.alone", { command: OPEN_TO_ALL })}</p>
      )}
    </div>
  );
}
