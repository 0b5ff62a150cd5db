import { useState } from "react";
import * as api from "../../api";
import { type Say, t, useWords } from "../../i18n";
import { useBox } from "../../state/house";
import { useStateOf } from "../../state/stateOf";
import type { StudyState } from "../../state/study";
import type { Offer, Study } from "../../wire";
import { colourName, headed, outcomeText } from "../../words";
import { AnyBoard } from "../game/AnyBoard";
import { Moves } from "../game/Moves";
import { Panels } from "../game/Panels";
import { type Highlight, noHighlight } from "../game/Tally";
import { movePanel, ViewFacts } from "../game/ViewPanels";
import { Evaluation } from "./Evaluation";
import { LineTabs } from "./LineTabs";
import { StudyMenu } from "./StudyMenu";

/** The position that is analysed, with what the computer thinks of it and the lines played so far. */

type StudyBoardProps = { state: StudyState; study: Study };

export function StudyBoard({ state, study }: StudyBoardProps) {
  const say = useWords(study.game);
  const title = useBox(study.game)?.title ?? study.game;
  const { view } = study;
  const [highlight, setHighlight] = useState<Highlight>(noHighlight);
  const [ghost, setGhost] = useStateOf<Offer | null>(view, null);
  const { offers } = view;
  const names = view.seats.map((seat) => colourName(say, seat.colour));
  const at = state.lines?.at ?? 0;
  const status = view.outcome
    ? outcomeText(view.outcome, names, say)
    : t("status.theirs", { who: names[view.to_move ?? 0] ?? "" });
  const evaluation = (
    <>
      <Evaluation
        game={study.game}
        code={study.code}
        view={view}
        names={names}
        offers={offers}
        say={say}
        onGhost={setGhost}
        onPlay={state.play}
      />
      <ViewFacts view={view} names={names} say={say} onHighlight={setHighlight} />
    </>
  );
  return (
    <div className="table-page">
      <h1 className="unseen">{`${headed(t("analysis.title"))} ${title}`}</h1>
      <div className="table-board">
        <AnyBoard
          view={view}
          offers={offers}
          status={status}
          highlight={highlight.cells}
          side={highlight.side}
          ghost={ghost}
          onGhost={setGhost}
          say={say}
          onPlay={state.play}
          why={(pick) => api.whyNot(study.code, { pick })}
          meant={(said) => api.whyNot(study.code, { said })}
        />
      </div>
      <Panels
        number={at}
        panels={[
          { id: "eval", name: t("eval.title"), side: "left", content: evaluation },
          {
            id: "moves",
            name: t("table.moves"),
            side: "right",
            content: <LinesPanel state={state} study={study} names={names} say={say} />,
          },
          ...(view.outcome ? [] : movePanel(view, offers, say, setGhost, state.play)),
        ]}
      />
    </div>
  );
}

type LinesPanelProps = StudyBoardProps & { names: string[]; say: Say };

function LinesPanel({ state, study, names, say }: LinesPanelProps) {
  const { lines, line, at } = state.lines ?? { lines: [], line: 0, at: 0 };
  const rows = (lines[line] ?? []).map((move, index) => ({
    number: index + 1,
    move,
    words: state.words[index] ?? null,
    turn: study.turns[index] ?? index,
    seat: study.movers[index] ?? 0,
  }));
  return (
    <>
      <LineTabs state={state} />
      <Moves
        moves={rows}
        at={at}
        seats={study.view.seats}
        names={names}
        say={say}
        onJump={(to) => state.jump(to)}
      />
      <StudyMenu state={state} study={study} />
    </>
  );
}
