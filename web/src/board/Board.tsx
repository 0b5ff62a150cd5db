import type { BoardProps } from "./props";

export type { BoardProps } from "./props";

export function Board({ view, t }: BoardProps) {
  return <div className="board" role="application" aria-label={t("Board")} data-game={view.game} />;
}
