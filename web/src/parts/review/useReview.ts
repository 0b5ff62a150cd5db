import { useEffect, useState } from "react";
import * as api from "../../api";
import { complain } from "../../state/notices";
import type { Judgement, Review } from "../../wire";

/** A review as the house makes it, asked for until it is done. */

const ASK_AGAIN = 1500;

type Progress = { progress: number; review: Review | null };

export function useReview(id: string, wanted: boolean): Progress | null {
  const [found, setFound] = useState<Progress | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let timer: ReturnType<typeof setTimeout>;
    let gone = false;
    const ask = async () => {
      try {
        const { state, progress, review } = await api.reviewOf(id);
        if (gone) return;
        setFound({ progress: state === "done" ? 1 : progress, review });
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
  }, [id, wanted]);
  return found;
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
