import { t } from "../../i18n";
import { change, useSettings } from "../../state/settings";
import { canAsk, isAllowed } from "../../state/turn";

/** Offers to be told when it is one's turn; the browser asks only after the person agreed. */
export function NotifyChoice() {
  const { notify } = useSettings();
  if (!canAsk()) return null;
  const toggle = async () => {
    if (notify) return change({ notify: false });
    const answer = isAllowed() ? "granted" : await Notification.requestPermission();
    change({ notify: answer === "granted" });
  };
  return (
    <label className="check small">
      <input type="checkbox" checked={notify && isAllowed()} onChange={toggle} />
      <span>{t("notify")}</span>
    </label>
  );
}
