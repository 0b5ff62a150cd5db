import { useCallback, useRef, useState } from "react";
import * as api from "../api";
import type { PositionWish, Study } from "../wire";
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

export type StudyState = {
  lines: Lines | null;
  study: Study | null;
  load: (of: PositionWish, then?: string[]) => Promise<void>;
  play: (move: string) => void;
  jump: (at: number, line?: number) => void;
  drop: (line: number) => void;
};

export function useStudy(): StudyState {
  const [lines, setLines] = useState<Lines | null>(null);
  const [study, setStudy] = useState<Study | null>(null);
  const known = useRef(new Map<string, Promise<Study>>());
  const latest = useRef(0);

  const show = useCallback(async (next: Lines) => {
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
    if (turn !== latest.current) return;
    setStudy(found);
    setLines(next);
  }, []);
  const go = useCallback((next: Lines) => void show(next).catch(complain), [show]);

  const load = useCallback(
    async (of: PositionWish, then: string[] = []) => {
      const whole = await api.study(of);
      const first = await api.study({ ...of, number: 0, moves: undefined });
      const { moves, number } = whole;
      const lines: string[][] = [[...moves]];
      if (then.length) lines.push([...moves.slice(0, number), ...then]);
      await show({ root: first.code, lines, line: lines.length - 1, at: number });
    },
    [show],
  );
  return {
    lines,
    study,
    load,
    play: (move) => lines && go(played(lines, move)),
    jump: (at, line = lines?.line ?? 0) => lines && go({ ...lines, at, line }),
    drop: (line) => lines && go(dropped(lines, line)),
  };
}
