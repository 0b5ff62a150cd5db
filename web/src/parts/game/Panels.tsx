import { type ReactNode, useState } from "react";
import { t } from "../../i18n";

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
};

type PanelsProps = {
  panels: Panel[];
  number: number;
  /** The panel a phone shows first, where a person has something to do there. */
  first?: string | null;
};

export function Panels({ panels, number, first = null }: PanelsProps) {
  const [open, setOpen] = useState<string | null>(first);
  const brief = panels.find(({ id }) => id === open)?.brief ?? false;
  const [played, setPlayed] = useState(number);
  if (played !== number) {
    setPlayed(number);
    if (brief) setOpen(null);
  }
  const column = (side: Panel["side"]) =>
    panels
      .filter((panel) => panel.side === side)
      .map(({ id, content }) => (
        <div key={id} id={`panel-${id}`} className={open === id ? "panel panel-open" : "panel"}>
          {content}
        </div>
      ));
  return (
    <>
      <div className="panels panels-left">{column("left")}</div>
      <div className="panels panels-right">{column("right")}</div>
      {open && (
        <button
          type="button"
          className="panel-shade"
          aria-label={t("close")}
          onClick={() => setOpen(null)}
        />
      )}
      <div className="panel-tabs" role="group" aria-label={t("panel.tabs")}>
        {panels.map(({ id, name }) => (
          <button
            type="button"
            key={id}
            aria-expanded={open === id}
            aria-controls={`panel-${id}`}
            onClick={() => setOpen(open === id ? null : id)}
          >
            {name}
          </button>
        ))}
      </div>
    </>
  );
}
