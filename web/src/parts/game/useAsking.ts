import { useCallback, useState } from "react";
import type { Say } from "../../i18n";
import { t } from "../../i18n";
import { announce, complain } from "../../state/notices";
import { useStateOf } from "../../state/stateOf";
import type { Cell, MovesOrRefusal, Offer, Refusal, Scene } from "../../wire";
import { beginningAt, movesAt, placeAt, standingAt } from "./asked";
import { blamed } from "./blamed";

/** Asking what can be done at a place: by a button and a tap, a long press, or a key. */

type AskingProps = {
  view: Scene;
  offers: readonly Offer[] | null;
  /** What seats are called; where nobody is, nothing can be asked. */
  names: readonly string[] | undefined;
  say: Say;
  why: (pick: Cell[]) => Promise<MovesOrRefusal>;
};

type Told = { text: string; cells: readonly Cell[] };

export function useAsking({ view, offers, names, say, why }: AskingProps) {
  const [asking, setAsking] = useState(false);
  const [told, setTold] = useStateOf<Told | null>(view, null);
  const tell = (text: string[], cells: readonly Cell[]) => {
    setTold({ text: text.join(" "), cells });
    announce(text.join(" "));
  };
  const ask = async (at: Cell, stays = false) => {
    if (!names) return;
    if (!stays) setAsking(false);
    const cell = placeAt(view, at);
    const standing = standingAt(view, cell, names, say);
    if (!offers?.length) return tell(standing, [cell]);
    const moves = beginningAt(view, offers, cell);
    if (moves.length)
      return tell([...standing, movesAt(view, moves, say)], [cell, ...moves.flatMap(picksOf)]);
    try {
      const { refusal } = await why([cell]);
      const none = refusal ? [noneText(refusal)] : [];
      tell([...standing, ...none], refusal ? blamed(view, refusal.cells, cell) : [cell]);
    } catch (error) {
      complain(error);
    }
  };
  const clear = useCallback(() => {
    setAsking(false);
    setTold(null);
  }, [setTold]);
  const toggle = () => {
    setTold(null);
    setAsking(!asking);
    if (!asking) announce(t("ask.how"));
  };
  return { asking, told, ask, clear, toggle };
}

/** That there is nothing to do says all. */
const noneText = ({ code, message }: Refusal) =>
  code === "no-move" ? message : t("ask.none", { reason: message });

const picksOf = ({ pick }: Offer) => pick;
