import type { PictureMarks } from "../../board/studio";
import type { Card, FigureFacts, RulebookFacts, Scene } from "../../wire";
import { blamed } from "../game/blamed";

/** What the picture of a figure shows: what an allowed move has done, or what forbids the move. */

export const shownOf = ({ view, after }: FigureFacts): Scene => after ?? view;

export const marksOf = ({ view, after, pick, cells }: FigureFacts): PictureMarks =>
  after ? { events: after.events } : { picked: pick, guilty: blamed(view, cells, undefined) };

const openCards = ({ seats }: Scene): Card[] =>
  seats.flatMap(({ cards }) => cards.filter(({ shown }) => shown));

/** The cards that the move lets its players show. */
export function newlyShown({ view, after }: FigureFacts): Card[] {
  if (!after) return [];
  const before = new Set(openCards(view).map(({ number }) => number));
  return openCards(after).filter(({ number }) => !before.has(number));
}

export type ShownFigure = {
  figure: FigureFacts;
  /** Many show several rules: this is where a link to it leads. */
  first: boolean;
  /** Whether it stands here in full, or only its title that leads there. */
  full: boolean;
};

/** What each rule shows: figures that no rule before it has shown; if there is none, one of those. */
export function figuresByRule({ parts, figures }: RulebookFacts): Map<string, ShownFigure[]> {
  const seen = new Set<string>();
  const shown = parts
    .flatMap(({ rules }) => rules)
    .map((rule): [string, ShownFigure[]] => {
      const all = rule.figures.flatMap((name) => figures[name] ?? []);
      const fresh = all.filter(({ name }) => !seen.has(name));
      const full = fresh.length ? fresh : all.slice(0, 1);
      for (const { name } of fresh) seen.add(name);
      return [
        rule.id,
        all.map((figure) => ({
          figure,
          first: fresh.includes(figure),
          full: full.includes(figure),
        })),
      ];
    });
  return new Map(shown);
}
