import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useMemo,
  useState,
} from "react";
import { type Say, t } from "../../i18n";
import type { Board, Offer } from "../../wire";
import { offerName, pickNames } from "../../words";
import { Notation } from "../common/Notation";
import { whilePointed } from "../common/whilePointed";

/** Moves to choose from: as buttons when few are left, as a filtered list for all of them. */

type ChoicesProps = {
  offers: readonly Offer[];
  say: Say;
  onGhost: (offer: Offer | null) => void;
  /** A finger that touches a button has shown no preview before. */
  onChoose: (move: string, byFinger: boolean) => void;
  /** Further things that may be meant. */
  children?: ReactNode;
};

export function Choices({ offers, say, onGhost, onChoose, children }: ChoicesProps) {
  if (!offers.length && !children) return null;
  return (
    <div className="choices" role="group" aria-label={t("play.choose")}>
      {offers.map((offer) => (
        <button
          type="button"
          key={offer.move}
          className="choice"
          data-move={offer.move}
          {...whilePointed(
            () => onGhost(offer),
            () => onGhost(null),
          )}
          onClick={(event) => onChoose(offer.move, isFinger(event))}
        >
          {offerName(offer, say)}
        </button>
      ))}
      {children}
    </div>
  );
}

/** Whether a click is a tap. */
export const isFinger = ({ nativeEvent }: MouseEvent): boolean =>
  "pointerType" in nativeEvent && nativeEvent.pointerType === "touch";

/** What a row of the list can be found by: notation, label and the names of its cells. */
export function matching(offers: readonly Offer[], filter: string, row: (offer: Offer) => string) {
  const wanted = filter.trim().toLocaleLowerCase();
  if (!wanted) return offers;
  const found = offers.filter((offer) => row(offer).toLocaleLowerCase().includes(wanted));
  const starts = (offer: Offer) => (offer.move.toLocaleLowerCase().startsWith(wanted) ? 0 : 1);
  return [...found].sort((a, b) => starts(a) - starts(b));
}

export function MovePicker({
  offers,
  say,
  onGhost,
  onChoose,
  board,
  open,
}: Omit<ChoicesProps, "children"> & { board: Board; open: boolean }) {
  const [filter, setFilter] = useState("");
  const [active, setActive] = useState(-1);
  const id = useId();
  const found = useMemo(() => {
    const row = (offer: Offer) =>
      `${offer.move} ${offerName(offer, say)} ${pickNames(board, offer.pick)}`;
    return matching(offers, filter, row);
  }, [offers, filter, say, board]);
  const go = (index: number) => {
    const next = Math.max(-1, Math.min(found.length - 1, index));
    setActive(next);
    onGhost(found[next] ?? null);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
  };
  const choose = (offer: Offer | undefined, byFinger = false) => {
    if (!offer) return;
    setFilter("");
    go(-1);
    onChoose(offer.move, byFinger);
  };
  const keys = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + 8,
      PageUp: Math.max(0, active - 8),
      Home: 0,
      End: found.length - 1,
    };
    const step = steps[event.key];
    if (step !== undefined) go(step);
    else if (event.key === "Enter")
      choose(found[active] ?? (found.length === 1 ? found[0] : undefined));
    else if (event.key === "Escape" && (filter || active >= 0)) {
      setFilter("");
      go(-1);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="picker">
      <input
        role="combobox"
        aria-expanded={open}
        aria-controls={id}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-label={t("play.filter")}
        placeholder={t("play.filter")}
        autoComplete="off"
        spellCheck={false}
        value={filter}
        onChange={(event) => {
          setFilter(event.target.value);
          setActive(-1);
        }}
        onKeyDown={keys}
        onBlur={() => onGhost(null)}
      />
      <div role="listbox" id={id} className="picker-list" aria-label={t("play.list")} tabIndex={-1}>
        {found.map((offer, index) => (
          <div
            key={offer.move}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            onMouseEnter={() => onGhost(offer)}
            onMouseLeave={() => onGhost(null)}
            onClick={(event) => choose(offer, isFinger(event))}
            onKeyDown={keys}
          >
            <span>{offerName(offer, say)}</span> <Notation move={offer.move} />
            {offer.warnings.map(({ kind, sentence }) => (
              <span key={kind} className="warning">
                {say(sentence)}
              </span>
            ))}
          </div>
        ))}
      </div>
      <p className="muted small">{t("play.count", { n: found.length })}</p>
    </div>
  );
}
