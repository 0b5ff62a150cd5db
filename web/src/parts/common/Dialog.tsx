import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { t, useLang } from "../../i18n";
import { openSheets } from "../../state/notices";

/** A modal sheet: the browser's own dialog keeps the focus inside and gives it back. */

type DialogProps = { title: string; onClose: () => void; children: ReactNode; wide?: boolean };

export function Dialog({ title, onClose, children, wide = false }: DialogProps) {
  useLang();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // A sheet is closed while it is still on the page: one that has left gives no focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (!dialog.open) dialog.showModal();
    openSheets.set([...openSheets.get(), dialog]);
    // What most people come for has the focus, instead of the way out.
    dialog.querySelector<HTMLElement>("[data-focus]")?.focus({ preventScroll: true });
    return () => {
      openSheets.set(openSheets.get().filter((sheet) => sheet !== dialog));
      dialog.close();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={wide ? "dialog dialog-wide" : "dialog"}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" className="quiet icon" onClick={onClose} aria-label={t("close")}>
            <Cross />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

export const Cross = () => (
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
);

type ConfirmProps = {
  title: string;
  text: string;
  yes: string;
  onYes: () => void;
  onNo: () => void;
};

export function Confirm({ title, text, yes, onYes, onNo }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onNo}>
      <p>{text}</p>
      <div className="row end">
        <button type="button" onClick={onNo}>
          {t("cancel")}
        </button>
        <button type="button" className="primary" onClick={onYes} data-focus>
          {yes}
        </button>
      </div>
    </Dialog>
  );
}
