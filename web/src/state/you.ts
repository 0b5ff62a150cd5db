import { useEffect } from "react";
import * as api from "../api";
import type { RatingFacts } from "../wire";
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

export const useRating = (game: string) =>
  useRatings()?.find((rating) => rating.game === game) ?? null;
