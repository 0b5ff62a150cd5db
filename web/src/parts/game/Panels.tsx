import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { t } from "../../i18n";
import { useSheets } from "../../state/screen";

/**
 * Panels beside the board. On a wide screen all are seen, in two columns; on a phone a bar of tabs
 * opens one of them as a sheet from below.
 */

export type Panel = {
  id: string;
  name: string;
  side: "left" | "right";
  content: ReactNode;
  /** Whether its sheet closes when a decision is played, to show what it did. */
  brief?: boolean;
  /** How much in it nobody here has seen yet. */
  unread?: number;
  /** Told when it is looked at. */
  onSeen?: () => void;
};

type PanelsProps = {
  panels: Panel[];
  number: number;
  /** The panel a phone shows first, where a person has something to do there. */
  first?: string | null;
  /** A panel that something elsewhere on the page leads to: each time a new object. */
  asked?: { id: string } | null;
};

const SheetClose = createContext(() => {});

/** Closes the sheet one is in, where the board behind it now shows what was asked for. */
export const useSheetClose = (): (() => void) => useContext(SheetClose);

/** Escape closes a sheet before it takes back anything on the board; dialogs in front come first. */
function useSheetEscape(close: (() => void) | null): void {
  useEffect(() => {
    if (!close) return;
    const keys = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      close();
    };
    document.addEventListener("keydown", keys);
    return () => document.removeEventListener("keydown", keys);
  });
}

export function Panels({ panels, number, first = null, asked = null }: PanelsProps) {
  const [wanted, setOpen] = useState<string | null>(first);
  // A panel may go while its sheet is open, as the list of moves does with the game's end.
  const shown = panels.find(({ id }) => id === wanted);
  const open = shown?.id ?? null;
  const brief = shown?.brief ?? false;
  const [played, setPlayed] = useState(number);
  if (played !== number) {
    setPlayed(number);
    if (brief) setOpen(null);
  }
  const sheets = useSheets();
  useEffect(() => {
    if (!asked) return;
    setOpen(asked.id);
    if (!sheets) document.getElementById(`panel-${asked.id}`)?.scrollIntoView();
  }, [asked, sheets]);
  const close = () => {
    setOpen(null);
    // The keyboard goes back to the tab that opened the sheet.
    const tab = sheets && document.querySelector<HTMLElement>(`[aria-controls="panel-${open}"]`);
    if (tab && document.activeElement?.closest(".panel-open, .panel-shade")) tab.focus();
  };
  useSheetEscape(sheets && open ? close : null);
  // Whatever is in sight has been seen; beside the board all panels are.
  useEffect(() => {
    for (const { id, unread, onSeen } of panels) if (unread && (!sheets || open === id)) onSeen?.();
  });
  const column = (side: Panel["side"]) =>
    panels
      .filter((panel) => panel.side === side)
      .map(({ id, content }) => (
        <div key={id} id={`panel-${id}`} className={open === id ? "panel panel-open" : "panel"}>
          {content}
        </div>
      ));
  return (
    <SheetClose value={close}>
      <div className="panels panels-left">{column("left")}</div>
      <div className="panels panels-right">{column("right")}</div>
      {open && (
        <button type="button" className="panel-shade" aria-label={t("close")} onClick={close} />
      )}
      <div className="panel-tabs" role="group" aria-label={t("panel.tabs")}>
        {panels.map(({ id, name, unread = 0 }) => (
          <button
            type="button"
            key={id}
            aria-expanded={open === id}
            aria-controls={`panel-${id}`}
            onClick={() => setOpen(open === id ? null : id)}
          >
            {name}
            {unread > 0 && open !== id && (
              <span className="unread">
                {unread} <span className="unseen">{t("chat.unread", { n: unread })}</span>
              </span>
            )}
          </button>
        ))}
      </div>
    </SheetClose>
  );
}
