import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { ability } from "./ability";
import { BoardInWords } from "./BoardInWords";
import "./board.css";
import { part } from "../state/parts";
import type { Cell } from "../wire";
import type { CameraHandle } from "./CameraControl";
import type { Place } from "./cameraMover";
import { flatPlace } from "./flatPlace";
import { ARROWS, step } from "./keyboard";
import { LevelSlider, useLevels } from "./Levels";
import { quartersFor } from "./ownSide";
import { pagePointOf } from "./pagePoint";
import type { BoardProps } from "./props";
import { SideViews } from "./SideViews";
import { SolidBoard } from "./SolidBoard";
import { boxOf, middle } from "./space";
import { BOARD_TEXT, FLAT_TEXT, HELP_TEXT, KEYS_TEXT, LEVEL_TEXT } from "./texts";
import { useBoardPicking } from "./useBoardPicking";
import { useFlash } from "./useFlash";

export type { BoardProps } from "./props";

/** Only for machines that draw nothing else. */
const FlatBoard = lazy(async () => ({
  default: (await part(() => import("./FlatBoard"))).FlatBoard,
}));

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
  const go = (where: Place) => {
    if (where === "home") setTurns(0);
    camera.current?.go(where);
  };
  const [hidden, setHidden] = useState(NO_CELLS);
  const { onHidden } = props;
  useEffect(() => onHidden?.(hidden), [onHidden, hidden]);
  const levels = useLevels(view);
  const events = useFlash(view);
  const picking = useBoardPicking(props, levels.shown);
  const { pickable, walk, cursor, setCursor, setHover, target, ghost, choose, touch } = picking;

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
    else if (arrow) setCursor((from) => step(walk, place, from, arrow));
    else if ((event.key === "Enter" || event.key === " ") && cursor) choose(cursor);
    else if (event.key.toLowerCase() === "i" && cursor) props.onAsk?.(cursor, true);
    else if (event.key.toLowerCase() === "i") props.onAsking?.();
    else if (event.key === "PageUp") levels.show((levels.cut ?? levels.top) + 1);
    else if (event.key === "PageDown") levels.show((levels.cut ?? levels.top) - 1);
    else if (event.key === "Home") go("home");
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
            askable={picking.askable}
            onAsk={(cell) => props.onAsk?.(cell, false)}
            offers={props.offers}
            quarters={quarters}
            fromAbove={side === "top"}
            camera={camera}
            awaited={picking.awaited}
            onSide={setSide}
            onHover={(next) => {
              setCursor(null);
              setHover(next);
            }}
            onChoose={(next) => choose(next.cell, next.unsure ? "unsure" : "sure")}
            onTouch={touch}
            pointing={props.pointing}
            near={props.near}
            meant={props.meant ?? NO_CELLS}
            onHidden={setHidden}
            onLost={onLost}
          />
        ) : (
          <Suspense>
            <FlatBoard
              {...common}
              next={pickable.next}
              levelName={(level) => t(LEVEL_TEXT, { number: level + 1 })}
              onHover={(cell) => setHover(cell && { cell, good: pickable.leads(cell) })}
              onChoose={(cell) => choose(cell)}
            />
            <p className="board-note">{t(FLAT_TEXT)}</p>
          </Suspense>
        )}
        {/* Whoever listens has heard all of it already. */}
        <p className="board-keys" aria-hidden="true">
          {t(KEYS_TEXT)}
        </p>
      </div>
      {solid && (
        <SideViews
          board={board}
          blocks={blocks}
          high={board.upright ? board.size[2] : Math.min(board.size[2], Math.max(2, top))}
          highlight={highlight}
          patterns={patterns}
          side={side}
          onSide={go}
          hidden={hidden.length}
          onTurn={board.upright ? undefined : turn}
          t={t}
        >
          {!board.upright && board.size[2] > 1 && <LevelSlider levels={levels} t={t} />}
        </SideViews>
      )}
      <BoardInWords view={view} cursor={cursor} t={t} />
    </div>
  );
}
