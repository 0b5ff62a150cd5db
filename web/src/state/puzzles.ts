import { useCallback, useEffect, useRef, useState } from "react";
import * as api from "../api";
import { useLang } from "../i18n";
import type { PuzzleGame, PuzzleState, RunFacts, Scene } from "../wire";
import { type Film, useFilm } from "./film";
import { announce, complain } from "./notices";

/** Puzzles: where they are, and one on its way with what was played and what is shown of it. */

export const puzzlePath = (id: string, day?: string) => `/puzzle/${id}${day ? `/${day}` : ""}`;

/** A puzzle of a position that somebody set up; everything about it stands in the address. */
export const MADE = "made";
export const madePath = (code: string) => `/puzzle/${MADE}#${new URLSearchParams({ code })}`;

export const isKind = (word: string | undefined): word is RunFacts["kind"] =>
  word === "streak" || word === "clock";

/** Asked anew by every page that shows them: results may have come in. */
export function usePuzzleGames(): [readonly PuzzleGame[] | null, () => void] {
  const language = useLang();
  const [games, setGames] = useState<readonly PuzzleGame[] | null>(null);
  const ask = useCallback(() => void api.puzzleGames().then(setGames, complain), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: themes are told in the language
  useEffect(ask, [ask, language]);
  return [games, ask];
}

/** Milliseconds to see what one did oneself. */
export const NOD = 500;

export type Attempt = {
  state: PuzzleState;
  /** What the board shows now, and what the last decision before it was. */
  view: Scene;
  caption: string;
  /** How many views are still to be shown. */
  waiting: number;
  busy: boolean;
  /** Whether a film has come to its end and stays there. */
  stays: boolean;
  own: readonly string[];
  /** How many decisions have been judged, wrong ones included. */
  tries: number;
  play: (move: string) => void;
  show: (film: Film) => void;
  hurry: () => void;
  again: () => void;
};

type Judge = (moves: string[]) => Promise<PuzzleState | null>;

/** A puzzle being solved. `judge` asks the house; it may answer nothing, when all is over. */
export function useAttempt(start: PuzzleState, judge: Judge): Attempt {
  const [state, setState] = useState(start);
  const [own, setOwn] = useState<readonly string[]>([]);
  const [tries, setTries] = useState(0);
  const [busy, setBusy] = useState(false);
  const film = useFilm();
  const asked = useRef(false);
  const play = async (move: string) => {
    if (asked.current) return;
    asked.current = true;
    setBusy(true);
    try {
      const moves = [...own, move];
      const told = await judge(moves);
      if (told) {
        setState(told);
        setTries((count) => count + 1);
        if (told.status !== "wrong") setOwn(moves);
        film.show(filmOf(told));
        announce(saidOf(told));
      }
    } catch (error) {
      complain(error);
    }
    asked.current = false;
    setBusy(false);
  };
  return {
    state,
    view: film.view ?? state.view,
    caption: film.caption,
    waiting: film.waiting,
    busy,
    stays: film.stays,
    own,
    tries,
    play,
    show: film.show,
    hurry: film.hurry,
    again: () => {
      film.stop();
      if (state.status === "wrong") setState({ ...state, status: "open", refutation: null });
    },
  };
}

function filmOf({ status, steps, refutation }: PuzzleState): Film {
  if (status === "wrong")
    return { views: refutation?.views ?? [], words: refutation?.words ?? [], stays: true };
  return { views: steps, words: [], stays: false };
}

/** What a screen reader is told about a decision. */
function saidOf({ sentence, refutation }: PuzzleState): string {
  if (!refutation) return sentence;
  return [
    sentence,
    `${refutation.words.join(", ")}.`,
    refutation.sentence,
    ...refutation.told,
  ].join(" ");
}
