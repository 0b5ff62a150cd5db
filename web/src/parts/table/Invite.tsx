import { type Say, t } from "../../i18n";
import type { SeatFacts, TableFacts } from "../../wire";
import { colourName } from "../../words";
import { LinkBox } from "../common/Sharing";

/** The link that gives a friend a seat. */

type InviteProps = { table: TableFacts; seat: SeatFacts; say: Say };

export function Invite({ table, seat, say }: InviteProps) {
  const secret = table.invitations?.[seat.seat];
  if (!secret) return null;
  const link = `${location.origin}/table/${table.id}#${secret}`;
  const label = t("invite.label", { colour: colourName(say, seat.colour) });
  return (
    <div className="invite">
      <p className="small">{t("invite.text")}</p>
      <LinkBox link={link} label={label} />
    </div>
  );
}
