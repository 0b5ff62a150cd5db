import * as api from "../../api";
import { t } from "../../i18n";
import { navigate } from "../../router";
import { myName, setName } from "../../state/house";
import { expectGuests } from "../../state/invitations";
import { announce } from "../../state/notices";
import type { TableFacts } from "../../wire";
import { Dialog } from "../common/Dialog";
import { NameForm } from "../common/NameForm";

/** Taking a seat: an invitation in the link opens the first seat it fits. */

type Taken = Pick<TableFacts, "id"> & Partial<Pick<TableFacts, "known_deal">>;

/** Who takes a seat at a table that tells `known_deal` has been told so beside the button. */
export async function takeSeat(table: Taken, seat: number, invitation?: string) {
  const { id, known_deal } = table;
  await api.sit(id, seat, { share: api.share(), invitation, known_deal });
  announce(t("join.seated"));
  expectGuests();
}

async function takeInvited(table: TableFacts, invitation: string): Promise<void> {
  const seats = table.seats.filter((seat) => seat.kind === "friend");
  for (const { seat } of seats) {
    try {
      return await takeSeat(table, seat, invitation);
    } catch (error) {
      const other = error instanceof api.HouseError && error.code === "not-invited";
      if (!other || seat === seats.at(-1)?.seat) throw error;
    }
  }
}

type JoinDialogProps = { table: TableFacts; title: string; invitation: string; onDone: () => void };

export function JoinDialog({ table, title, invitation, onDone }: JoinDialogProps) {
  const leave = () => {
    navigate(`/table/${table.id}`, true);
    onDone();
  };
  const host = table.seats.find((seat) => seat.kind === "person" && seat.name)?.name;
  return (
    <Dialog title={t("join.title", { game: title })} onClose={leave}>
      <p>{t("join.text", { who: host ?? t("chat.someone") })}</p>
      {table.ranked && <p>{t("ranked.join")}</p>}
      {table.known_deal && <p>{t("deal.known")}</p>}
      <NameForm
        start={myName.get() ?? ""}
        button={t("join.sit")}
        onGo={async (called) => {
          if (called !== myName.get()) await setName(called);
          await takeInvited(table, invitation);
          leave();
        }}
      />
    </Dialog>
  );
}
