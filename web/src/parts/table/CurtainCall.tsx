import { useEffect } from "react";
import { t } from "../../i18n";
import { announce } from "../../state/notices";

/** Asks for the next player at one screen; their hand is shown when they are there. */
export function CurtainCall({ who, onOpen }: { who: string; onOpen: () => void }) {
  useEffect(() => announce(t("curtain.text", { who })), [who]);
  return (
    <button type="button" className="primary" onClick={onOpen}>
      {t("curtain.open", { who })}
    </button>
  );
}
