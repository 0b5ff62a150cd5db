import { useCallback, useMemo, useState } from "react";
import { pick, pickingOf, stepBack, type Way, waysOf } from "../../board/picking";
import type { Certainty } from "../../board/props";
import { t } from "../../i18n";
import { sameCell } from "../../scene";
import { announce, complain } from "../../state/notices";
import { useSettings } from "../../state/settings";
import { useStateOf } from "../../state/stateOf";
import type { Cell, MovesOrRefusal, Offer, Refusal, Scene } from "../../wire";
import { blamed } from "./blamed";

/** What is half done at a board: the picks so far, a move that is shown before it counts, and why not. */

export type Proposed = { offer: Offer; how: Certainty };
/** Why not: in words, the rule that says so if one does, and the cells to blame. */
export type Refused = Pick<Refusal, "rule" | "title"> & { text: string; cells: Cell[] };

export type Picks = ReturnType<typeof usePicks>;

type PicksProps = {
  view: Scene;
  offers: readonly Offer[] | null;
  onPlay: (move: string) => void;
  onGhost: (offer: Offer | null) => void;
  why: (pick: Cell[]) => Promise<MovesOrRefusal>;
  /** Whether every pick is an answer by itself, and nothing else can be meant by it. */
  pointing: boolean;
  /** Says that a move is shown before it counts. */
  tell: (proposed: Proposed) => string;
};

const NONE: readonly Cell[] = [];
const NO_PICKS: Cell[] = [];

export function usePicks({ view, offers, pointing, onPlay, onGhost, why, tell }: PicksProps) {
  // Whatever was half picked belongs to the position it was picked in.
  const [picked, setPicked] = useStateOf<Cell[]>(view, NO_PICKS);
  const [proposed, setProposed] = useStateOf<Proposed | null>(view, null);
  const [refusal, setRefusal] = useStateOf<Refused | null>(view, null);
  const [meant, setMeant] = useStateOf<readonly Cell[]>(view, NONE);
  const [pointed, setPointed] = useStateOf<Cell | null>(view, null);
  const [hidden, setHidden] = useState<readonly Cell[]>(NONE);
  const { confirm, taps } = useSettings();
  const ways = useMemo(() => waysOf(offers ?? [], view.blocks), [offers, view.blocks]);

  const clear = useCallback(() => {
    setRefusal(null);
    setProposed(null);
    setMeant(NONE);
    setPointed(null);
  }, [setRefusal, setProposed, setMeant, setPointed]);

  const go = (cells: Cell[]) => {
    const answer = pointing && offers?.find(({ pick }) => isLast(cells, pick));
    if (answer) return play(answer.move);
    clear();
    // Nothing picked stays the same nothing: the board is not drawn anew for it.
    setPicked(cells.length ? cells : NO_PICKS);
  };

  const play = (move: string, how: Certainty = "sure") => {
    const offer = offers?.find((other) => other.move === move);
    if (offer && !pointing && asks(offer, how, confirm, taps) && proposed?.offer.move !== move) {
      clear();
      setProposed({ offer, how });
      return announce(tell({ offer, how }));
    }
    if (offer) onGhost(offer);
    go([]);
    onPlay(move);
  };

  /** One thing is taken back at a time: first what is asked, then the last pick. */
  const back = useCallback(() => {
    clear();
    if (!proposed && !meant.length) setPicked(stepBack);
  }, [clear, proposed, meant, setPicked]);

  /** Picks a cell after some picks. */
  const take = (before: readonly Cell[], cell: Cell, how: Certainty) => {
    const going = pick(ways, before, cell);
    if (going?.play) {
      setMeant(NONE);
      play(going.play.move, how);
    } else if (going) go(going.cells);
  };

  const refuse = async (cells: Cell[]) => {
    if (!offers?.length) return;
    try {
      const { refusal } = await why(cells);
      if (!refusal) return;
      clear();
      setRefusal(refusedOf(view, refusal, cells.at(-1)));
      announce(refusalText(refusal));
    } catch (error) {
      complain(error);
    }
  };

  const ask = (cells: readonly Cell[]) => {
    clear();
    setMeant(cells);
  };

  const state = { ways, picked, proposed, refusal, meant, pointed, hidden };
  const where = pickingOf(ways, picked);
  return { ...state, where, go, play, back, take, refuse, ask, setPointed, setHidden };
}

/** As it is read out: the name of the rule follows. */
export const refusalText = ({ message, title }: Refusal): string =>
  title ? `${message} ${t("rules.rule", { title })}` : message;

export function refusedOf(view: Scene, refusal: Refusal, pointed?: Cell): Refused {
  const { message, rule, title, cells } = refusal;
  return { text: message, rule, title, cells: blamed(view, cells, pointed) };
}

const isLast = (cells: readonly Cell[], [cell]: readonly Cell[]): boolean => {
  const last = cells.at(-1);
  return Boolean(last && cell && sameCell(last, cell));
};

/** Whether a move is shown first: a finger has seen no preview, and a loss is warned of. */
function asks(offer: Offer, how: Certainty, confirm: boolean, taps: boolean): boolean {
  const seen = offer.add.length > 0 || offer.take.length > 0;
  const careful = confirm || how === "unsure" || offer.warnings.length > 0;
  return careful || (how === "finger" && taps && seen);
}

/** The move that a pick makes at once, to be shown while the pick is pointed at. */
export const movePicked = (ways: readonly Way[], before: readonly Cell[], cell: Cell) =>
  pick(ways, before, cell)?.play ?? null;
