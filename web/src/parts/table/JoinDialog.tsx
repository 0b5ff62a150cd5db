import * as api from "../../api";
import { t } from "../../i18n";
import { navigate } from "../../router";
import { myName, setName } from "../../state/house";
import { announce } from "../../state/notices";
import type { TableFacts } from "../../wire";
import { Dialog } from "../common/Dialog";
import { NameForm } from "../common/NameForm";

/** Taking a seat: an invitation in the link opens the first seat it fits. */

export async function takeSeat(table: TableFacts, seat: number, invitation?: string) {
  await api.sit(table.id, seat, api.share(), invitation);
  announce(t("join.seated"));
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
