import { lang, type Say, t } from "../../i18n";
import type { Bench, Card } from "../../wire";
import { capital, headed } from "../../words";

/** What a step changed, in sentences for those who do not see it. */

const stateOf = (card: Card | undefined) => JSON.stringify([card?.seen, card?.lack]);

export function newsOf(before: Bench, now: Bench, say: Say): string {
  const old = before.view.seats[0]?.cards ?? [];
  const changed = (now.view.seats[0]?.cards ?? []).filter(
    (card, index) => stateOf(card) !== stateOf(old[index]),
  );
  const told = changed.map((card) => `${headed(capital(say(card.name)))} ${cardText(card, say)}`);
  return [t("solo.pieces", { n: now.pieces }), ...told].join(". ");
}

/** Whether and from where a card is seen, or what of it is missing. */
export function cardText({ seen, lack, squares }: Card, say: Say): string {
  const list = (words: string[]) => new Intl.ListFormat(lang()).format(words);
  if (seen.length) return t("cards.seen", { side: list(seen.map((side) => t(`side.${side}`))) });
  if (!lack) return t("solo.nothing");
  const colours = lack.squares.flatMap((index) => squares[index]?.colour ?? []);
  return t("solo.misses", {
    squares: list(colours.map((colour) => say(colour))),
    side: t(`side.${lack.side}`),
  });
}
