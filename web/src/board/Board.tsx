import { useCallback, useEffect, useRef, useState } from "react";
import { ability } from "./ability";
import { BoardInWords } from "./BoardInWords";
import "./board.css";
import type { Cell } from "../wire";
import type { CameraHandle } from "./CameraControl";
import type { Place } from "./cameraMover";
import { FlatBoard, flatPlace } from "./FlatBoard";
import { ARROWS, step } from "./keyboard";
import { LevelSlider, useLevels } from "./Levels";
import { quartersFor } from "./ownSide";
import { pagePointOf } from "./pagePoint";
import { stepBack } from "./picking";
import type { BoardProps } from "./props";
import { SideViews } from "./SideViews";
import { SolidBoard } from "./SolidBoard";
import { boxOf, middle } from "./space";
import { BOARD_TEXT, FLAT_TEXT, HELP_TEXT, LEVEL_TEXT } from "./texts";
import { useBoardPicking } from "./useBoardPicking";
import { useFlash } from "./useFlash";

export type { BoardProps } from "./props";

const NO_CELLS: readonly Cell[] = [];

export function Board(props: BoardProps) {
  const { view, picked, highlight = NO_CELLS, guilty = NO_CELLS, t } = props;
  const { board, blocks } = view;
  const patterns = props.patterns ?? false;
  const camera = useRef<CameraHandle>(null);
  const [able, setAble] = useState(ability);
  const solid = able !== null;
  const [side, setSide] = useState<Place | null>("home");
  const [turns, setTurns] = useState(0);
  const quarters = (quartersFor(view, props.seat ?? null) + turns) % 4;
  const turn = () => {
    setTurns((before) => (before + 1) % 4);
    camera.current?.go("home");
  };
  const levels = useLevels(view);
  const events = useFlash(view);
  const picking = useBoardPicking(props, levels.shown);
  const { pickable, cursor, setCursor, setHover, target, ghost, choose } = picking;

  // The element of the board can be asked where to point for a cell.
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const canvas = frame.current?.querySelector("canvas");
    if (!canvas) return;
    Object.assign(canvas, {
      pointAt: (cell: Cell) =>
        camera.current &&
        pagePointOf(camera.current, canvas.getBoundingClientRect(), pickable, cell),
    });
  });
  useEffect(() => {
    if (props.side) camera.current?.go(props.side);
  }, [props.side]);

  const place = (cell: Cell) =>
    camera.current?.place(middle(boxOf(board, [cell]))) ?? flatPlace(view, cell);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const arrow = ARROWS[event.key];
    if (arrow && event.shiftKey) camera.current?.turn(arrow[0] * 0.2, arrow[1] * 0.2);
    else if (arrow) setCursor((from) => step(pickable.next, place, from, arrow));
    else if ((event.key === "Enter" || event.key === " ") && cursor) choose(cursor);
    else if (event.key === "Escape" && picked.length) props.onPick(stepBack(picked));
    else if (event.key === "PageUp") levels.show((levels.cut ?? levels.top) + 1);
    else if (event.key === "PageDown") levels.show((levels.cut ?? levels.top) - 1);
    else if (event.key === "Home") camera.current?.go("home");
    else if (event.key.toLowerCase() === "t" && !board.upright) turn();
    else if (event.key === "+" || event.key === "-")
      camera.current?.zoom(event.key === "+" ? 0.85 : 1.18);
    else return;
    event.preventDefault();
  };

  const onLost = useCallback(() => setAble(null), []);
  const { shown, top } = levels;
  const common = { view, shown, picked, hover: target, ghost, highlight, guilty, events };
  return (
    <div className="board" data-theme={props.theme}>
      <div
        ref={frame}
        className="board-view"
        role="application"
        aria-label={t(BOARD_TEXT)}
        aria-description={t(HELP_TEXT)}
        // Keys belong to the board as a whole; the list of moves is the other way.
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setCursor(null)}
      >
        {solid ? (
          <SolidBoard
            {...common}
            theme={props.theme}
            patterns={patterns}
            animate={props.animate ?? true}
            quality={props.quality ?? able}
            pickable={pickable}
            offers={props.offers}
            quarters={quarters}
            fromAbove={side === "top"}
            camera={camera}
            onSide={setSide}
            onHover={(next) => {
              setCursor(null);
              setHover(next);
            }}
            onChoose={(next, byFinger) =>
              next && choose(next.cell, next.unsure ? "unsure" : byFinger ? "finger" : "sure")
            }
            onLost={onLost}
          />
        ) : (
          <>
            <FlatBoard
              {...common}
              next={pickable.next}
              levelName={(level) => t(LEVEL_TEXT, { number: level + 1 })}
              onHover={(cell) => setHover(cell && { cell, good: pickable.leads(cell) })}
              onChoose={(cell) => choose(cell)}
            />
            <p className="board-note">{t(FLAT_TEXT)}</p>
          </>
        )}
      </div>
      {solid && top > 1 && !board.upright && <LevelSlider levels={levels} t={t} />}
      {solid && (
        <SideViews
          board={board}
          blocks={blocks}
          high={board.upright ? board.size[2] : Math.min(board.size[2], Math.max(2, top))}
          highlight={highlight}
          patterns={patterns}
          side={side}
          onSide={(where) => camera.current?.go(where)}
          onTurn={board.upright ? undefined : turn}
          t={t}
        />
      )}
      <BoardInWords view={view} cursor={cursor} t={t} />
    </div>
  );
}
