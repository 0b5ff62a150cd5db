// Everything on the canvas: the ground, the blocks, and the marks on them.
import { useFrame, useThree } from "@react-three/fiber";
import { useEffect, useMemo, useState } from "react";
import { blockKey, cellKey } from "../scene";
import type { Block, Cell, Event, Offer, Scene } from "../wire";
import { Assets, type Quality } from "./assets";
import { BlockMesh, PieceMesh, useSettling } from "./Blocks";
import { blockLooks, isLit } from "./blockLooks";
import { Badge, EventMarks, overCells } from "./EventMarks";
import type { Stretch } from "./framing";
import { Ground } from "./Ground";
import { Heights } from "./Heights";
import { dotPlace, type Pickable } from "./hitTest";
import { BARRED, GUILT, LAST, LIT, MARK, Outlines, Pulse } from "./Marks";
import { Openings } from "./Openings";
import { firstPieces, nextPieces, settled } from "./pieces";
import type { Ghost } from "./props";
import { boxOf, type Filled, filledBy, lowestLevel, middle } from "./space";
import { Targets } from "./Targets";

export interface BoardSceneProps {
  view: Scene;
  theme: "light" | "dark";
  patterns: boolean;
  animate: boolean;
  quality: Quality;
  /** The part of a wall that is shown. */
  stretch: Stretch;
  /** Levels shown; blocks above are lifted off. */
  shown: number;
  pickable: Pickable;
  offers: readonly Offer[];
  /** Seen exactly from above, where towers need numbers. */
  fromAbove: boolean;
  /** Quarters by which the board is turned for who looks at it. */
  quarters: number;
  picked: readonly Cell[];
  /** The cell under the pointer or the keyboard's cursor. */
  hover: Cell | null;
  ghost: Ghost | null;
  highlight: readonly Cell[];
  guilty: readonly Cell[];
  /** What happened just now, lit for a moment. */
  events: readonly Event[];
  /** Cells of which one is meant; each bears its number. */
  meant: readonly Cell[];
  /** Hears of targets that nothing is seen of from here. */
  onHidden(cells: readonly Cell[]): void;
}

export function BoardScene(props: BoardSceneProps) {
  const { view, theme, patterns, animate, quality, shown, ghost, highlight } = props;
  const { board, blocks } = view;
  const assets = useMemo(() => new Assets(quality), [quality]);
  useEffect(() => () => assets.dispose(), [assets]);
  const left = useMemo(() => blocks.filter((block) => lowestLevel(block) < shown), [blocks, shown]);
  useMemo(() => assets.occlusion.fill(board, left), [assets, board, left]);
  const { pieces, moving, settle } = usePieces(blocks, animate);
  useShadows(moving, [pieces, shown, ghost, theme, highlight, JSON.stringify(props.stretch)]);
  const filled = useMemo(() => filledBy(blocks), [blocks]);
  const looks = blockLooks(props);
  const common = { board, patterns, assets };
  return (
    <>
      <Ground
        view={view}
        stretch={props.stretch}
        quarters={props.quarters}
        theme={theme}
        patterns={patterns}
        assets={assets}
      />
      {!blocks.length && !props.picked.length && props.offers.length > 0 && (
        <Openings
          board={board}
          cells={props.pickable.next}
          offers={props.offers}
          theme={theme}
          animate={animate}
          assets={assets}
        />
      )}
      {props.fromAbove && <Heights board={board} blocks={left} assets={assets} />}
      {pieces.list.map((piece) => (
        <PieceMesh
          key={piece.id}
          piece={piece}
          finish={piece.motion?.kind === "lift" ? "ghost" : looks.finish(piece.block)}
          rim={looks.rim(piece.block)}
          onSettled={settle}
          {...common}
        />
      ))}
      {ghost?.add.map((block) => (
        <group key={blockKey(block)} position={[...middle(boxOf(board, block.cells))]}>
          <BlockMesh block={block} finish="ghost" {...common} />
        </group>
      ))}
      <Outlines
        boxes={ghost?.add.map(({ cells }) => cells) ?? []}
        colour={MARK[theme]}
        faint
        through
        board={board}
        assets={assets}
      />
      <Outlines
        boxes={view.barred.flatMap(({ cells }) => cells.map((cell) => [cell]))}
        colour={BARRED[theme]}
        faint
        board={board}
        assets={assets}
      />
      <TakenMarks {...props} assets={assets} filled={filled} />
      <CellMarks {...props} assets={assets} filled={filled} />
      <EventMarks
        events={props.events}
        board={board}
        theme={theme}
        animate={animate}
        assets={assets}
      />
    </>
  );
}

/** The blocks with their motions from view to view. */
function usePieces(blocks: readonly Block[], animate: boolean) {
  const [pieces, setPieces] = useState(() => firstPieces(blocks));
  if (pieces.blocks !== blocks) setPieces(nextPieces(pieces, blocks, animate));
  const moving = pieces.list.filter((piece) => piece.motion).length;
  const settle = useSettling(moving ? pieces.change : 0, moving, () => setPieces(settled));
  return { pieces, moving: moving > 0, settle };
}

/** Shadows are cast anew only when blocks changed: turning the board does not change them. */
function useShadows(moving: boolean, causes: readonly unknown[]): void {
  const { gl, invalidate } = useThree();
  useEffect(() => {
    gl.shadowMap.autoUpdate = false;
    gl.shadowMap.needsUpdate = true;
    invalidate();
  }, [gl, invalidate, ...causes]);
  useFrame(() => {
    if (moving) gl.shadowMap.needsUpdate = true;
  });
}

interface MarksProps extends BoardSceneProps {
  assets: Assets;
  filled: Filled;
}

const emptyIn = (filled: Filled) => (cell: Cell) => !filled.has(cellKey(cell));

/** Where the move in preview takes something away; or else where the last one did. */
function TakenMarks({ view, theme, ghost, assets, filled }: MarksProps) {
  const { board, change } = view;
  const common = { board, assets };
  if (ghost)
    return (
      <>
        <Outlines boxes={ghost.take.map(({ cells }) => cells)} colour={GUILT[theme]} {...common} />
        <Warnings ghost={ghost} theme={theme} {...common} />
      </>
    );
  const taken = change.take.map(({ cells }) => cells);
  // What came in its place is marked itself.
  const left = taken.filter((cells) => cells.every(emptyIn(filled)));
  return <Outlines boxes={left} colour={LAST[theme]} faint {...common} />;
}

interface WarningsProps {
  ghost: Ghost;
  theme: "light" | "dark";
  board: Scene["board"];
  assets: Assets;
}

/** What the move in preview costs whoever makes it. */
function Warnings({ ghost, theme, board, assets }: WarningsProps) {
  const told = (ghost.warnings ?? []).filter(({ cells }) => cells.length);
  return told.map(({ kind, cells }) => (
    <group key={`${kind} ${cells.map(cellKey).join(" ")}`}>
      <Outlines
        boxes={cells.map((cell) => [cell])}
        colour={GUILT[theme]}
        through
        board={board}
        assets={assets}
      />
      <Badge text="!" colour={GUILT.dark} at={overCells(board, cells)} size={0.7} />
    </group>
  ));
}

/** Where a pick leads on, what is lit, picked or pointed at, and what forbids a move. */
function CellMarks({ view, theme, animate, pickable, picked, hover, ...rest }: MarksProps) {
  const { guilty, assets, filled } = rest;
  const { board } = view;
  const common = { board, assets };
  const alone = (cells: readonly Cell[]) => cells.filter(emptyIn(filled)).map((cell) => [cell]);
  const lit = new Set(rest.highlight.map(cellKey));
  const single = (cell: Cell) => {
    const block = filled.get(cellKey(cell));
    return !block || !isLit(board, block, lit);
  };
  const litCells = rest.highlight.filter(single).map((cell) => [cell]);
  return (
    <>
      <Targets pickable={pickable} strong={picked.length > 0} onHidden={rest.onHidden} />
      <Outlines boxes={litCells} colour={LIT[theme]} flat through {...common} />
      <Outlines boxes={alone(picked)} colour={MARK[theme]} {...common} />
      {hover && <Outlines boxes={[[hover]]} colour={MARK[theme]} through {...common} />}
      {rest.meant.map((cell, index) => (
        <Badge
          key={cellKey(cell)}
          text={String(index + 1)}
          colour={MARK.dark}
          at={dotPlace(board, filled, cell)}
          size={0.6}
        />
      ))}
      {guilty.length > 0 && (
        <Pulse key={guilty.map(cellKey).join(" ")} animate={animate}>
          <Outlines boxes={alone(guilty)} colour={GUILT[theme]} {...common} />
        </Pulse>
      )}
    </>
  );
}
