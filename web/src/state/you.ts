import { useEffect } from "react";
import * as api from "../api";
import type { RatingFacts, Statistics } from "../wire";
import { Store, useStore } from "./store";

/** One's own ratings, asked for anew wherever they are shown. */

const ratings = new Store<RatingFacts[] | null>(null);

/** What is shown stays if the house cannot be asked: a rating is never worth an error. */
export const askRatings = () =>
  api.ratings().then(
    (told) => ratings.set(told),
    () => undefined,
  );

export function useRatings(): RatingFacts[] | null {
  useEffect(() => void askRatings(), []);
  return useStore(ratings);
}

const statistics = new Store<Statistics[] | null>(null);

/** How one's games ended, by game and level; what is shown stays if the house cannot be asked. */
export function useStatistics(): Statistics[] | null {
  useEffect(() => {
    api.statistics().then(
      (told) => statistics.set(told),
      () => undefined,
    );
  }, []);
  return useStore(statistics);
}

export const useRating = (game: string) =>
  useRatings()?.find((rating) => rating.game === game) ?? null;
