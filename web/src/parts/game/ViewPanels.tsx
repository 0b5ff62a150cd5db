import { useState } from "react";
import { type Say, t } from "../../i18n";
import { useSheets } from "../../state/screen";
import type { Offer, Scene, Side } from "../../wire";
import { boardText } from "../../words";
import { CardLegend, ShownCards } from "./Cards";
import { MovePicker } from "./Choices";
import { Facts } from "./Facts";
import type { Panel } from "./Panels";
import { type Highlight, Tally } from "./Tally";
import { Tray } from "./Tray";

/** Everything a view tells beside its blocks: cards, the score, and what else the game counts. */

type ViewFactsProps = {
  view: Scene;
  names: string[];
  say: Say;
  onHighlight: (light: Highlight) => void;
  /** Whether what is in the hand is shown elsewhere. */
  handless?: boolean;
};

export function ViewFacts({ view, names, say, onHighlight, handless = false }: ViewFactsProps) {
  const onSide = (side: Side | null) => onHighlight({ cells: [], side });
  return (
    <>
      {!handless && <Tray view={view} names={names} say={say} onSide={onSide} />}
      <CardLegend cards={view.seats.flatMap(({ cards }) => cards)} />
      {view.seats.map((seat, index) => (
        <ShownCards
          key={seat.colour}
          seat={seat}
          name={names[index] ?? ""}
          say={say}
          onSide={onSide}
        />
      ))}
      <Tally view={view} names={names} say={say} onHighlight={onHighlight} />
      <Facts view={view} names={names} say={say} onHighlight={onHighlight} />
    </>
  );
}

type ListPanelProps = {
  view: Scene;
  offers: readonly Offer[] | null;
  say: Say;
  onGhost: (offer: Offer | null) => void;
  onChoose: (move: string, byFinger: boolean) => void;
};

/**
 * Beside the board the list opens while somebody looks for a move, and folds while others are to
 * move; a sheet was asked for.
 */
function ListPanel({ view, offers, say, onGhost, onChoose }: ListPanelProps) {
  const sheet = useSheets();
  const [wanted, setWanted] = useState(false);
  const open = sheet || (wanted && offers !== null);
  return (
    <section
      className={open ? "list-panel" : "list-panel list-closed"}
      aria-label={t("play.list")}
      onFocus={() => setWanted(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        setWanted(currentTarget.contains(relatedTarget))
      }
    >
      <h2 className="part">{t("play.list")}</h2>
      <MovePicker
        offers={offers ?? []}
        say={boardText(say)}
        board={view.board}
        open={open}
        onGhost={onGhost}
        onChoose={onChoose}
      />
    </section>
  );
}

/** The list of moves as a panel; it stays while others move, so that the keyboard stays in it. */
export function movePanel(
  view: Scene,
  offers: readonly Offer[] | null,
  say: Say,
  onGhost: (offer: Offer | null) => void,
  onChoose: (move: string, byFinger: boolean) => void,
): Panel[] {
  const content = (
    <ListPanel view={view} offers={offers} say={say} onGhost={onGhost} onChoose={onChoose} />
  );
  return [{ id: "list", name: t("play.list"), side: "right", content, brief: true }];
}
