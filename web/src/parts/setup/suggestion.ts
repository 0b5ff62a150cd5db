import { type Facts, type Key, t } from "../../i18n";
import type { Box, RatingFacts, Statistics } from "../../wire";
import { ratingText } from "../../words";

/** The level that the sheet before a game begins with, and why: an even game, or the next step up. */

export const GENTLEST = 1;

export type Suggestion = { level: number; why: string };

const told = (level: number, key: Key, facts: Facts = {}): Suggestion => ({
  level,
  why: t(key, { level, ...facts }),
});

export function suggestion(
  { id, levels }: Pick<Box, "id" | "levels">,
  rating: RatingFacts | null,
  statistics: readonly Statistics[] | null,
): Suggestion {
  if (rating?.level) return told(rating.level, "ranked.even", { rating: ratingText(rating) });
  const won = (statistics ?? []).filter(({ game, won }) => game === id && won > 0);
  const beaten = Math.max(0, ...won.map(({ level }) => level ?? 0));
  const strongest = levels.at(-1)?.level ?? GENTLEST;
  if (beaten >= strongest && beaten) return told(strongest, "setup.topped");
  return beaten ? told(beaten + 1, "setup.next", { beaten }) : told(GENTLEST, "setup.gentle");
}
