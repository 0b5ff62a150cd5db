import { type Say, t } from "../../i18n";
import type { Offer, Scene } from "../../wire";
import { boardText } from "../../words";
import { Cards } from "./Cards";
import { MovePicker } from "./Choices";
import { Facts } from "./Facts";
import type { Panel } from "./Panels";
import { type Highlight, Tally } from "./Tally";

/** Everything a view tells beside its blocks: cards, the score, and what else the game counts. */

type ViewFactsProps = {
  view: Scene;
  names: string[];
  say: Say;
  onHighlight: (light: Highlight) => void;
};

export function ViewFacts({ view, names, say, onHighlight }: ViewFactsProps) {
  return (
    <>
      {view.seats.map((seat, index) => (
        <Cards
          key={seat.colour}
          seat={seat}
          name={names[index] ?? ""}
          say={say}
          onSide={(side) => onHighlight({ cells: [], side })}
        />
      ))}
      <Tally view={view} names={names} say={say} onHighlight={onHighlight} />
      <Facts view={view} names={names} say={say} onHighlight={onHighlight} />
    </>
  );
}

/** The list of moves as a panel; it stays while others move, so that the keyboard stays in it. */
export function movePanel(
  view: Scene,
  offers: readonly Offer[] | null,
  say: Say,
  onGhost: (offer: Offer | null) => void,
  onChoose: (move: string) => void,
): Panel[] {
  const content = (
    <section className="list-panel" aria-label={t("play.list")}>
      <h2 className="part">{t("play.list")}</h2>
      <MovePicker
        offers={offers ?? []}
        say={boardText(say)}
        board={view.board}
        onGhost={onGhost}
        onChoose={onChoose}
      />
    </section>
  );
  return [{ id: "list", name: t("play.list"), side: "right", content, brief: true }];
}
