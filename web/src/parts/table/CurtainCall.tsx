import { useEffect } from "react";
import { t } from "../../i18n";
import { announce } from "../../state/notices";

/** Says whose cards are face down, after what led there; null if nobody's are. */
export function useCurtainNews(who: string | null): void {
  useEffect(() => {
    if (who !== null) announce(t("curtain.text", { who }));
  }, [who]);
}

/** Asks for the next player at one screen; their hand is shown when they are there. */
export function CurtainCall({ who, onOpen }: { who: string; onOpen: () => void }) {
  return (
    <button type="button" className="primary" onClick={onOpen}>
      {t("curtain.open", { who })}
    </button>
  );
}
