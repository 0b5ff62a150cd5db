import { useState } from "react";
import * as api from "../../api";
import { t } from "../../i18n";
import { complain, toast } from "../../state/notices";
import { Confirm } from "../common/Dialog";

/** Takes back an invitation, for everyone at once, while nobody else has sat down. */

type WithdrawProps = {
  id: string;
  game: string;
  /** Whether the button itself says what is withdrawn. */
  plain?: boolean;
  onDone: () => void;
};

export function Withdraw({ id, game, plain = false, onDone }: WithdrawProps) {
  const [asking, setAsking] = useState(false);
  const go = async () => {
    setAsking(false);
    await api.withdraw(id);
    toast(t("invitation.withdrawn"));
    onDone();
  };
  return (
    <>
      <button
        type="button"
        aria-label={t("invitation.withdrawOne", { game })}
        onClick={() => setAsking(true)}
      >
        {plain ? t("invitation.withdrawOne", { game }) : t("invitation.withdraw")}
      </button>
      {asking && (
        <Confirm
          title={t("invitation.withdrawOne", { game })}
          text={t("invitation.withdrawSure")}
          yes={t("invitation.withdraw")}
          onNo={() => setAsking(false)}
          onYes={() => go().catch(complain)}
        />
      )}
    </>
  );
}
