import { useCallback, useRef, useState } from "react";
import * as api from "../api";
import type { PositionWish, Study, Text } from "../wire";
import { complain } from "./notices";

/** The analysis board's game: a first position, lines of play from it, and a place in one of them. */

export type Lines = { root: string; lines: string[][]; line: number; at: number };

const begins = (line: readonly string[], start: readonly string[]) =>
  start.every((move, index) => line[index] === move);

/** Playing a move follows a line that has it, lengthens one that ends here, or starts a new one. */
export function played({ root, lines, line, at }: Lines, move: string): Lines {
  const path = [...(lines[line] ?? []).slice(0, at), move];
  const known = [line, ...lines.keys()].find((index) => begins(lines[index] ?? [], path));
  if (known !== undefined) return { root, lines, line: known, at: at + 1 };
  if (lines[line]?.length === at) {
    const longer = lines.map((other, index) => (index === line ? path : other));
    return { root, lines: longer, line, at: at + 1 };
  }
  return { root, lines: [...lines, path], line: lines.length, at: at + 1 };
}

/** A line is dropped; the place falls back to where the shown line still goes. */
export function dropped(state: Lines, index: number): Lines {
  const lines = state.lines.filter((_, place) => place !== index);
  if (!lines.length) lines.push([]);
  const line = state.line === index ? 0 : state.line - (state.line > index ? 1 : 0);
  return { ...state, lines, line, at: Math.min(state.at, lines[line]?.length ?? 0) };
}

const pathOf = (moves: readonly string[], index: number) => moves.slice(0, index + 1).join(" ");

export type StudyState = {
  lines: Lines | null;
  study: Study | null;
  /** The moves of the line shown in words, as far as they were looked at. */
  words: readonly (Text | null)[];
  load: (of: PositionWish, then?: string[]) => Promise<void>;
  /** Goes on where somebody left off. */
  restore: (lines: Lines) => Promise<void>;
  play: (move: string) => void;
  jump: (at: number, line?: number) => void;
  drop: (line: number) => void;
};

export function useStudy(): StudyState {
  const [lines, setLines] = useState<Lines | null>(null);
  const [study, setStudy] = useState<Study | null>(null);
  const known = useRef(new Map<string, Promise<Study>>());
  const latest = useRef(0);
  const said = useRef(new Map<string, Text>());
  const learn = useCallback(({ moves, words }: Study) => {
    for (const [index, text] of words.entries()) said.current.set(pathOf(moves, index), text);
  }, []);

  const show = useCallback(
    async (next: Lines) => {
      const turn = ++latest.current;
      const moves = (next.lines[next.line] ?? []).slice(0, next.at);
      const key = `${next.root} ${moves.join(" ")}`;
      let asked = known.current.get(key);
      if (!asked) {
        asked = api.study({ code: next.root, moves });
        known.current.set(key, asked);
        asked.catch(() => known.current.delete(key));
      }
      const found = await asked;
      learn(found);
      if (turn !== latest.current) return;
      setStudy(found);
      setLines(next);
    },
    [learn],
  );
  const go = useCallback((next: Lines) => void show(next).catch(complain), [show]);

  const load = useCallback(
    async (of: PositionWish, then: string[] = []) => {
      const whole = await api.study(of);
      learn(whole);
      const first = await api.study({ ...of, number: 0, moves: undefined });
      const { moves, number } = whole;
      const lines: string[][] = [[...moves]];
      if (then.length) lines.push([...moves.slice(0, number), ...then]);
      await show({ root: first.code, lines, line: lines.length - 1, at: number });
    },
    [show, learn],
  );
  const path = lines?.lines[lines.line] ?? [];
  return {
    lines,
    study,
    words: path.map((_, index) => said.current.get(pathOf(path, index)) ?? null),
    load,
    restore: show,
    play: (move) => lines && go(played(lines, move)),
    jump: (at, line = lines?.line ?? 0) => lines && go({ ...lines, at, line }),
    drop: (line) => lines && go(dropped(lines, line)),
  };
}
