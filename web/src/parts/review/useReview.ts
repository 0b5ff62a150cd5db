import { useEffect, useState } from "react";
import * as api from "../../api";
import { complain } from "../../state/notices";

/** A review as the house makes it, asked for until it is done. */

export type Decision = {
  number: number;
  seat: number;
  move: string;
  best: string;
  win: number;
  best_win: number;
  judgement: string;
  certain: boolean;
  line: string[];
  luck: number[];
  after: number[];
};
export type ReviewData = {
  start: number[];
  decisions: Decision[];
  turning_points: number[];
  seats: { seat: number; accuracy: number | null; luck: number }[];
};

const ASK_AGAIN = 1500;

type Progress = { progress: number; review: ReviewData | null };

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
        setFound({
          progress: state === "done" ? 1 : progress,
          review: review as ReviewData | null,
        });
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

const signs: Record<string, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Signs beside the moves, by their number. */
export function marksOf(review: ReviewData | null): Record<number, string> {
  const told = review?.decisions.flatMap(({ number, judgement }) => {
    const sign = signs[judgement];
    return sign ? [[number, sign] as const] : [];
  });
  return Object.fromEntries(told ?? []);
}
