import { useEffect, useState } from "react";
import * as api from "../../api";
import { t, useLang, useWords } from "../../i18n";
import { announce, complain } from "../../state/notices";
import { useStateOf } from "../../state/stateOf";
import type { FigureFacts, FigureQuestion, FigureState, Offer, Refusal } from "../../wire";
import { capital, colourName, outcomeText } from "../../words";
import { AnyBoard } from "../game/AnyBoard";
import { type Highlight, noHighlight } from "../game/Tally";
import { refusalText } from "../game/usePicks";
import { movePanel, ViewFacts } from "../game/ViewPanels";

/** A figure that is alive: its move, any other move and whatever is refused can be tried. */

type FigureBoardProps = { game: string; figure: FigureFacts };

export function FigureBoard({ game, figure }: FigureBoardProps) {
  const say = useWords(game);
  const { moves, state, play, back, restart } = useTrying(game, figure);
  const view = state?.view ?? figure.view;
  const [refused, setRefused] = useStateOf<Refusal | null>(view, null);
  const [highlight, setHighlight] = useState<Highlight>(noHighlight);
  const [ghost, setGhost] = useStateOf<Offer | null>(view, null);
  const names = view.seats.map((seat) => colourName(say, seat.colour));
  const ready = state?.moves.length === moves.length;
  const offers = ready ? view.offers : null;
  const ask = (asked: Omit<FigureQuestion, "moves">) =>
    api.whyNotOnFigure(game, figure.name, { moves, ...asked });
  const show = () => {
    if (figure.legal) return play(figure.move);
    ask({ move: figure.move }).then(({ refusal }) => {
      setRefused(refusal);
      if (refusal) announce(refusalText(refusal));
    }, complain);
  };
  const due = view.outcome
    ? outcomeText(view.outcome, names, say)
    : t("status.theirs", { who: names[view.to_move ?? 0] ?? "" });
  return (
    <div className="figure-board">
      <AnyBoard
        view={view}
        offers={offers}
        status={moves.length ? due : taskOf(figure)}
        highlight={highlight.cells}
        side={highlight.side}
        ghost={ghost}
        onGhost={setGhost}
        say={say}
        onPlay={play}
        why={(pick) => ask({ pick })}
        meant={(said) => ask({ said })}
        refused={refused}
        caption={capital(state?.words.at(-1) ?? "")}
      />
      <div className="figure-facts">
        <div className="row wrap">
          <button type="button" disabled={!ready || moves.length > 0} onClick={show}>
            {t("figure.show")}
          </button>
          <IconButton
            name={t("replay.first")}
            sign="«"
            disabled={!moves.length}
            onClick={restart}
          />
          <IconButton name={t("replay.back")} sign="↶" disabled={!moves.length} onClick={back} />
        </div>
        <ViewFacts view={view} names={names} say={say} onHighlight={setHighlight} />
        {movePanel(view, offers, say, setGhost, play).map(({ id, content }) => (
          <div key={id}>{content}</div>
        ))}
      </div>
    </div>
  );
}

type IconButtonProps = { name: string; sign: string; disabled: boolean; onClick: () => void };

const IconButton = ({ name, sign, ...rest }: IconButtonProps) => (
  <button type="button" className="icon" aria-label={name} title={name} {...rest}>
    {sign}
  </button>
);

const taskOf = ({ legal, words }: FigureFacts) =>
  t(legal ? "figure.task" : "figure.taskRefused", { move: words });

/** The moves made on a figure so far, and where they have led. */
function useTrying(game: string, figure: FigureFacts) {
  const language = useLang();
  const [moves, setMoves] = useState<readonly string[]>([]);
  const [state, setState] = useState<FigureState | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies(language): moves are told in the language
  useEffect(() => {
    let stale = false;
    api.tryFigure(game, figure.name, moves).then((found) => {
      if (stale) return;
      setState(found);
      const last = found.words.at(-1);
      if (last) announce([`${capital(last)}.`, ...found.said].join(" "));
    }, complain);
    return () => {
      stale = true;
    };
  }, [game, figure.name, moves, language]);
  return {
    moves,
    state,
    play: (move: string) => setMoves((before) => [...before, move]),
    back: () => setMoves((before) => before.slice(0, -1)),
    restart: () => setMoves([]),
  };
}
