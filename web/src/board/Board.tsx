import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type Cell, cellKey, cellName, type Offer, type Side, sameCell } from "../scene";
import type { Pickable, Target } from "./hitTest";
import "./board.css";
import type { Quality } from "./assets";
import type { CameraHandle } from "./CameraControl";
import { FlatBoard, flatPlace } from "./FlatBoard";
import { ARROWS, step } from "./keyboard";
import { pagePointOf } from "./pagePoint";
import { leadsTo, pick, pickingOf, stepBack, waysOf } from "./picking";
import type { BoardProps } from "./props";
import { SideViews } from "./SideViews";
import { SolidBoard } from "./SolidBoard";
import { boxOf, filledBy, heightOf, lowestLevel, middle } from "./space";
import {
  ALL_LEVELS_TEXT,
  BLOCKS_TEXT,
  BOARD_TEXT,
  blocksInWords,
  EMPTY_TEXT,
  FLAT_TEXT,
  HELP_TEXT,
  LEVEL_TEXT,
  LEVELS_TEXT,
} from "./texts";

export type { BoardProps } from "./props";

const NO_CELLS: readonly Cell[] = [];

export function Board(props: BoardProps) {
  const { view, offers, picked, highlight = NO_CELLS, guilty = NO_CELLS, t } = props;
  const { board, blocks } = view;
  const patterns = props.patterns ?? false;
  const animate = (props.animate ?? true) && !useReducedMotion();
  const rig = useRef<CameraHandle>(null);
  const [able, setAble] = useState(ability);
  const solid = able !== null;
  const [side, setSide] = useState<Side | "home" | null>("home");
  const [cut, setCut] = useState<number | null>(null);
  const [hover, setHover] = useState<Target | null>(null);
  const [cursor, setCursor] = useState<Cell | null>(null);

  const top = heightOf(blocks);
  const shown = cut === null || cut >= top ? board.size[2] : cut;
  const ways = useMemo(() => waysOf(offers, blocks), [offers, blocks]);
  const state = useMemo(() => pickingOf(ways, picked), [ways, picked]);
  const leads = useCallback((cell: Cell) => leadsTo(ways, picked, cell) !== null, [ways, picked]);
  const pickable = useMemo<Pickable>(() => {
    const filled = filledBy(blocks);
    return {
      board,
      blocks: blocks.filter((block) => lowestLevel(block) < shown),
      picked: picked.filter((cell) => !filled.has(cellKey(cell))),
      next: state.next,
      leads,
    };
  }, [board, blocks, shown, picked, state, leads]);

  const target = cursor ?? (hover?.good ? hover.cell : null);
  const ghost = useMemo(() => {
    if (props.ghost !== undefined && props.ghost !== null) return props.ghost;
    const going = target && leads(target) ? pick(ways, picked, target) : null;
    return going ? foreseen(pickingOf(ways, going.cells)) : null;
  }, [props.ghost, target, leads, ways, picked]);

  const choose = (cell: Cell, byFinger = false) => {
    const going = pick(ways, picked, cell);
    setHover(null);
    if (going?.play) props.onPlay(going.play.move, byFinger);
    else if (going) props.onPick(going.cells);
    else if (picked.some((other) => sameCell(other, cell))) props.onPick(stepBack(picked));
    else props.onRefusedPick([...picked, cell]);
  };
  const place = (cell: Cell) =>
    rig.current?.place(middle(boxOf(board, [cell]))) ?? flatPlace(view, cell);
  // The element of the board can be asked where to point for a cell.
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const canvas = stage.current?.querySelector("canvas");
    if (!canvas) return;
    Object.assign(canvas, {
      pointAt: (cell: Cell) =>
        rig.current && pagePointOf(rig.current, canvas.getBoundingClientRect(), pickable, cell),
    });
  });
  const showLevels = (levels: number) => setCut(levels >= top ? null : Math.max(1, levels));

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const arrow = ARROWS[event.key];
    if (arrow && event.shiftKey) rig.current?.turn(arrow[0] * 0.2, arrow[1] * 0.2);
    else if (arrow) setCursor((from) => step(state.next, place, from, arrow));
    else if ((event.key === "Enter" || event.key === " ") && cursor) choose(cursor);
    else if (event.key === "Escape" && picked.length) props.onPick(stepBack(picked));
    else if (event.key === "PageUp") showLevels((cut ?? top) + 1);
    else if (event.key === "PageDown") showLevels((cut ?? top) - 1);
    else if (event.key === "Home") rig.current?.go("home");
    else if (event.key === "+" || event.key === "-")
      rig.current?.zoom(event.key === "+" ? 0.85 : 1.18);
    else return;
    event.preventDefault();
  };

  // The cursor stays where it is as long as something can be picked there.
  if (cursor && !leads(cursor)) setCursor(null);
  useEffect(() => {
    if (props.side) rig.current?.go(props.side);
  }, [props.side]);

  const inWords = useMemo(() => blocksInWords(view, t), [view, t]);
  const high = Math.min(board.size[2], board.upright ? board.size[2] : Math.max(2, top));
  const onLost = useCallback(() => setAble(null), []);
  return (
    <div className="board" data-theme={props.theme}>
      <div
        ref={stage}
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
            view={view}
            theme={props.theme}
            patterns={patterns}
            animate={animate}
            quality={props.quality ?? able}
            shown={shown}
            pickable={pickable}
            picked={picked}
            hover={target}
            ghost={ghost}
            highlight={highlight}
            guilty={guilty}
            rig={rig}
            onSide={setSide}
            onHover={(next) => {
              setCursor(null);
              setHover((old) => (sameTarget(old, next) ? old : next));
            }}
            onChoose={(next, byFinger) => next && choose(next.cell, byFinger)}
            onLost={onLost}
          />
        ) : (
          <>
            <FlatBoard
              view={view}
              shown={shown}
              next={state.next}
              picked={picked}
              hover={target}
              ghost={ghost}
              highlight={highlight}
              guilty={guilty}
              levelName={(level) => t(LEVEL_TEXT, { number: level + 1 })}
              onHover={(cell) => setHover(cell && { cell, good: leads(cell) })}
              onChoose={(cell) => choose(cell)}
            />
            <p className="board-note">{t(FLAT_TEXT)}</p>
          </>
        )}
      </div>
      {solid && top > 1 && !board.upright && (
        <label className="board-levels">
          <span className="board-hidden">{t(LEVELS_TEXT)}</span>
          <input
            type="range"
            min={1}
            max={top}
            value={cut ?? top}
            aria-valuetext={cut === null ? t(ALL_LEVELS_TEXT) : t(LEVEL_TEXT, { number: cut })}
            title={t(LEVELS_TEXT)}
            onChange={(event) => showLevels(Number(event.target.value))}
          />
        </label>
      )}
      {solid && (
        <SideViews
          board={board}
          blocks={blocks}
          high={high}
          highlight={highlight}
          patterns={patterns}
          side={side}
          onSide={(where) => rig.current?.go(where)}
          t={t}
        />
      )}
      <section className="board-hidden" aria-label={t(BLOCKS_TEXT)}>
        {inWords.length ? inWords.map((text) => <p key={text}>{text}</p>) : <p>{t(EMPTY_TEXT)}</p>}
      </section>
      <p className="board-hidden" aria-live="polite">
        {cursor && [cellName(board, cursor), colourAt(props, cursor)].filter(Boolean).join(", ")}
      </p>
    </div>
  );
}

/** What to preview: the one move that is left, or the first of those that differ by label only. */
function foreseen({ matching, complete }: ReturnType<typeof pickingOf>): Offer | null {
  if (complete[0]) return complete[0];
  return matching.length === 1 ? (matching[0] ?? null) : null;
}

function colourAt({ view, t }: BoardProps, cell: Cell): string {
  const block = filledBy(view.blocks).get(cellKey(cell));
  return block ? t(block.colour) : "";
}

const sameTarget = (a: Target | null, b: Target | null): boolean =>
  a === b || Boolean(a && b && a.good === b.good && sameCell(a.cell, b.cell));

/** How well this machine draws: not at all, by the processor alone, or with a graphics card. */
function ability(): Quality | null {
  const context = document.createElement("canvas").getContext("webgl2");
  if (!context) return null;
  const card = context.getExtension("WEBGL_debug_renderer_info");
  const name = String(context.getParameter(card?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER));
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name) ? "plain" : "fine";
}

function useReducedMotion(): boolean {
  const query = useMemo(() => matchMedia("(prefers-reduced-motion: reduce)"), []);
  const [reduced, setReduced] = useState(query.matches);
  useEffect(() => {
    const changed = () => setReduced(query.matches);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, [query]);
  return reduced;
}
