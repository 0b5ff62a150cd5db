import { type ReactNode, useState } from "react";
import { useSheets } from "../../state/screen";
import { useStateOf } from "../../state/stateOf";
import type { Cell, Offer, Side } from "../../wire";
import { colourName } from "../../words";
import type { TextPlayProps } from "../text/TextPlay";
import { AnyBoard } from "./AnyBoard";
import { type Panel, Panels } from "./Panels";
import { type Highlight, noHighlight } from "./Tally";
import { Tray } from "./Tray";
import { TAPPED, useWish } from "./useWish";
import { movePanel, ViewFacts } from "./ViewPanels";

/** A task on a board: its head above, what it tells beside it, and the hands below on a phone. */

type Shown = "highlight" | "side" | "ghost" | "onGhost" | "wish";

type Lit = { cells: readonly Cell[]; side?: Side | null; offer?: Offer | null };

type BoardFrameProps = Omit<TextPlayProps, Shown> & {
  head: ReactNode;
  /** What is lit as long as nobody points at something else. */
  lit?: Lit;
  /** What lies over everything, such as that it is solved. */
  above?: ReactNode;
  /** The panel on the left: its name, and what it tells before the facts. */
  panel: { id: string; name: string; about?: ReactNode };
  panels?: Panel[];
  /** Counts the answers: an open sheet makes room for what each brings. */
  number: number;
};

export function BoardFrame(props: BoardFrameProps) {
  const { head, lit = NOTHING, above, panel, panels = [], number, ...board } = props;
  const { view, offers, say, onPlay } = board;
  const sheets = useSheets();
  const [highlight, setHighlight] = useState<Highlight>(noHighlight);
  const [ghost, setGhost] = useStateOf<Offer | null>(view, null);
  const { wish, choose } = useWish(onPlay);
  const names = view.seats.map((seat) => colourName(say, seat.colour));
  const onSide = (side: Highlight["side"]) => setHighlight({ cells: [], side });
  return (
    <>
      <div className="table-board">
        {head}
        <AnyBoard
          {...board}
          highlight={highlight.cells.length ? highlight.cells : lit.cells}
          side={lit.side ?? highlight.side}
          ghost={ghost ?? (offers && lit.offer) ?? null}
          onGhost={setGhost}
          wish={wish}
        />
        {sheets && <Tray view={view} names={names} say={say} onSide={onSide} />}
        {above}
      </div>
      <Panels
        number={wish.move ? TAPPED : number}
        panels={[
          {
            id: panel.id,
            name: panel.name,
            side: "left",
            content: (
              <>
                {panel.about}
                <ViewFacts
                  view={view}
                  names={names}
                  say={say}
                  onHighlight={setHighlight}
                  handless={sheets}
                />
              </>
            ),
          },
          ...panels,
          ...movePanel(view, offers, say, setGhost, choose),
        ]}
      />
    </>
  );
}

const NOTHING: Lit = { cells: [] };
