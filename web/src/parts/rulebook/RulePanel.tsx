import { useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { addressOf } from "../../base";
import { t } from "../../i18n";
import { openSheets } from "../../state/notices";
import { rulePath, useRulebook } from "../../state/rulebook";
import { useStore } from "../../state/store";
import type { RulebookFacts, RuleFacts } from "../../wire";
import { Cross } from "../common/Dialog";
import { StillFigure } from "./FigureCard";
import { FigureDesk } from "./FigurePicture";
import { RuleText } from "./RuleText";
import "../../styles/pages";

/**
 * The rule that refuses a move, beside the position in which it does: it is no modal sheet, so that
 * the board stays in sight and in use.
 */

export type RuleName = { rule: string; title: string };

type RulePanelProps = RuleName & { game: string; onClose: () => void };

export function RulePanel({ game, rule, title, onClose }: RulePanelProps) {
  const { book } = useRulebook(game);
  const found = book?.parts.flatMap(({ rules }) => rules).find(({ id }) => id === rule);
  const figure = book && found && tellingFigure(book, found);
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useReturn(panel);
  useFirstEscape(onClose);
  // A modal sheet lies in front of everything but what is in it.
  const front = useStore(openSheets).at(-1);
  return createPortal(
    <section ref={panel} className="rule-panel" role="dialog" aria-labelledby={id} tabIndex={-1}>
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="quiet icon" onClick={onClose} aria-label={t("close")}>
          <Cross />
        </button>
      </div>
      {found && <RuleText rule={found} />}
      {figure && (
        <FigureDesk>
          <StillFigure game={game} figure={figure} />
        </FigureDesk>
      )}
      {/* What is under way here would be lost by leaving. */}
      <a href={addressOf(rulePath(game, rule))} target="_blank" rel="noreferrer">
        {t("rules.inBook")}
      </a>
    </section>,
    front ?? document.body,
  );
}

/** A figure in which the rule refuses something, if there is one. */
function tellingFigure({ figures }: RulebookFacts, rule: RuleFacts) {
  const shown = rule.figures.flatMap((name) => figures[name] ?? []);
  return shown.find(({ legal }) => !legal) ?? shown[0];
}

/** Takes the focus, and gives it back. */
function useReturn(panel: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [panel]);
}

/** Escape closes what was opened last, before the board or a sheet hears of it. */
function useFirstEscape(act: () => void): void {
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    window.addEventListener("keydown", keys, { capture: true });
    return () => window.removeEventListener("keydown", keys, { capture: true });
  }, [act]);
}
