import { useEffect } from "react";
import * as api from "../../api";
import { useLang } from "../../i18n";
import { complain } from "../../state/notices";
import { useStateOf } from "../../state/stateOf";
import type { DecidedFacts, Judgement, Review } from "../../wire";

/** A review as the house makes it, asked for until it is done. */

const ASK_AGAIN = 1500;

type Progress = { progress: number; review: Review | null; decided: DecidedFacts | null };
export type ReviewState = { found: Progress | null; wanted: boolean; start: () => void };

/** A review that begins when somebody wants it, for whoever shows a part of it. */
export function useReview(id: string): ReviewState {
  const [wanted, setWanted] = useStateOf(id, false);
  const [found, setFound] = useStateOf<Progress | null>(id, null);
  const language = useLang();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what decided the game is told in the language
  useEffect(() => {
    if (!wanted) return;
    let timer: ReturnType<typeof setTimeout>;
    let gone = false;
    const ask = async () => {
      try {
        const { state, progress, review, decided } = await api.reviewOf(id);
        if (gone) return;
        setFound({ progress: state === "done" ? 1 : progress, review, decided });
        if (state === "running") timer = setTimeout(ask, ASK_AGAIN);
      } catch (error) {
        if (!gone) complain(error);
      }
    };
    void ask();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [id, wanted, setFound, language]);
  return { found, wanted, start: () => setWanted(true) };
}

const signs: Partial<Record<Judgement, string>> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Signs beside the moves, by their number. */
export function marksOf(review: Review | null): Record<number, string> {
  const told = review?.decisions.flatMap(({ number, judgement }) => {
    const sign = signs[judgement];
    return sign ? [[number, sign] as const] : [];
  });
  return Object.fromEntries(told ?? []);
}
