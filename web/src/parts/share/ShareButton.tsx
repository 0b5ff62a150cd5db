import { lazy, Suspense, useState } from "react";
import { t } from "../../i18n";
import { part } from "../../state/parts";
import type { ShareProps } from "./ShareDialog";

/** Opens what there is to share; it is loaded only then. */

const ShareDialog = lazy(async () => ({
  default: (await part(() => import("./ShareDialog"))).ShareDialog,
}));

export function ShareButton(props: Omit<ShareProps, "onClose">) {
  // What is shared is what was seen when it was asked for; the game may go on meanwhile.
  const [open, setOpen] = useState<typeof props | null>(null);
  return (
    <>
      <button type="button" onClick={() => setOpen(props)} aria-haspopup="dialog">
        {t("share")}
      </button>
      {open && (
        <Suspense fallback={<span role="status">{t("loading")}</span>}>
          <ShareDialog {...open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
