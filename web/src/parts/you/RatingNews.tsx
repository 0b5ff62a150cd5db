import { useEffect } from "react";
import { t } from "../../i18n";
import { askRatings, useRating } from "../../state/you";
import type { TableFacts } from "../../wire";
import { changeText, ratingText } from "../../words";

/** What a ranked game has changed. */

export function RatingNews({ table }: { table: TableFacts }) {
  const rating = useRating(table.game);
  useEffect(() => void (table.state === "over" && askRatings()), [table.state]);
  if (rating?.last.table !== table.id) return null;
  const facts = { rating: ratingText(rating), change: changeText(rating.last.change) };
  return (
    <p role="status">{isEarly(rating) ? t("rating.early", facts) : t("rating.news", facts)}</p>
  );
}

/** A first rating leaps, and no leap of it says anything. */
const EARLY = 150;
export const isEarly = ({ doubt }: { doubt: number }) => doubt > EARLY;
