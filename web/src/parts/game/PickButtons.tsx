import { askedAt, inTowerOf, onTopOf, stepBack } from "../../board/picking";
import type { Certainty } from "../../board/props";
import { type Say, t } from "../../i18n";
import { cellName } from "../../scene";
import type { Cell, Offer, Scene } from "../../wire";
import { capital, stepText } from "../../words";
import { type CellChoice, CellChoices } from "./CellChoices";
import { Choices } from "./Choices";
import { movePicked, type Picks } from "./usePicks";

/** So many moves, or cells that are hidden, stand under the board as buttons. */
const FEW = 4;
const FEW_HIDDEN = 3;

type PickButtonsProps = {
  view: Scene;
  offers: readonly Offer[];
  picks: Picks;
  say: Say;
  onGhost: (offer: Offer | null) => void;
  waiting: number;
  onHurry?: () => void;
  hurry?: string;
};

/** The buttons under the board: what may be meant, playing what is shown, and taking it back. */
export function PickButtons({ view, offers, picks, say, onGhost, ...rest }: PickButtonsProps) {
  const { picked, proposed, meant } = picks;
  const cells = cellChoices(view, picks, say, onGhost);
  const moves = meant.length ? [] : movesToChoose(offers, picks);
  const open = proposed || meant.length > 0;
  return (
    <div className="choices">
      {proposed ? (
        <button
          type="button"
          className="primary"
          data-move={proposed.offer.move}
          onClick={() => picks.play(proposed.offer.move, proposed.how)}
        >
          {t("play.confirm", { move: say(proposed.offer.words) })}
        </button>
      ) : (
        <Choices
          offers={moves}
          say={say}
          onGhost={onGhost}
          onChoose={(move, byFinger) => picks.play(move, byFinger ? "finger" : "sure")}
        >
          {cells.length > 0 && <CellChoices choices={cells} />}
        </Choices>
      )}
      {rest.waiting > 0 && (
        <button type="button" className="quiet" onClick={rest.onHurry}>
          {rest.hurry ?? t("play.hurry", { n: rest.waiting })}
        </button>
      )}
      {(open || picked.length > 0) && (
        <button type="button" className="quiet" onClick={picks.back}>
          {t(open ? "play.cancel" : "play.back")}
        </button>
      )}
    </div>
  );
}

/** Moves without picks; later those that picks cannot tell apart, or the few that are left. */
export function movesToChoose(
  offers: readonly Offer[],
  { picked, where }: Picks,
): readonly Offer[] {
  if (!picked.length) return offers.filter((offer) => !offer.pick.length);
  const { complete, matching } = where;
  return complete.length || matching.length > FEW ? complete : matching;
}

/** Cells that may be meant: those under a finger, those of the column picked, or those out of sight. */
export function cellChoices(
  view: Scene,
  picks: Picks,
  say: Say,
  onGhost: PickButtonsProps["onGhost"],
): CellChoice[] {
  const { ways, picked, meant, hidden, where } = picks;
  const choice = (before: readonly Cell[], cell: Cell, label: string): CellChoice => ({
    cell,
    label,
    onTake: (how: Certainty) => picks.take(before, cell, how),
    onPoint: (pointed) => {
      picks.setPointed(pointed ? cell : null);
      onGhost(pointed ? movePicked(ways, before, cell) : null);
    },
  });
  const facts = (before: readonly Cell[], cell: Cell) => ({
    cell: cellName(view.board, cell),
    what: stepText(view.steps, askedAt(ways, before, cell), say),
  });
  if (meant.length)
    return meant.map((cell, index) =>
      choice(picked, cell, t("play.meant", { number: index + 1, ...facts(picked, cell) })),
    );
  const before = stepBack(picked);
  const what = (asked: Parameters<typeof stepText>[1]) => stepText(view.steps, asked, say);
  const few = hidden.length <= FEW_HIDDEN && !where.complete.length ? hidden : [];
  return [
    ...onTopOf(ways, picked).map(({ cell, asked }) =>
      choice(before, cell, t("play.onTop", { what: what(asked) })),
    ),
    ...inTowerOf(ways, picked).map(({ cell, asked }) => choice(before, cell, capital(what(asked)))),
    ...few.map((cell) => ({
      ...choice(picked, cell, t("play.hidden", facts(picked, cell))),
      name: cellName(view.board, cell),
    })),
  ];
}
