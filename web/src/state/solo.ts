import { useCallback, useEffect, useRef, useState } from "react";
import * as api from "../api";
import type { Bench, TaskFacts, WorkshopFacts } from "../wire";
import { complain } from "./notices";
import { Store, useStore } from "./store";

/** Building alone: the workshops of the house, and a building on its way with all its steps. */

export type Building = Bench["building"];

const workshops = new Store<readonly WorkshopFacts[] | null>(null);

/** Asked anew by every page that shows them: results may have come in. */
export function useWorkshops(): readonly WorkshopFacts[] | null {
  useEffect(() => {
    api.workshops().then((found) => workshops.set(found), complain);
  }, []);
  return useStore(workshops);
}

/** The name of a task in an address tells its game, too. */
export const taskPath = (game: string, task: string, day?: string) =>
  `/solo/${game}:${task}${day ? `/${day}` : ""}`;

export function readName(name: string): { game: string; task: string } {
  const colon = name.indexOf(":");
  return { game: name.slice(0, Math.max(0, colon)), task: name.slice(colon + 1) };
}

/** The task to go on with: the next of the same grade that is not solved, or of the next grade. */
export function nextTask(tasks: readonly TaskFacts[], current: string): TaskFacts | null {
  const at = tasks.findIndex(({ id }) => id === current);
  const order = [...tasks.slice(at + 1), ...tasks.slice(0, Math.max(0, at))];
  return order.find(({ best }) => best === null) ?? order[0] ?? null;
}

/** The buildings since the start, and which of them is shown. */
export type Steps = { line: readonly Building[]; at: number };

const EMPTY: Steps = { line: [{}], at: 0 };
const MOST_STEPS = 200;
const place = (game: string, task: string) => `blockhaus.solo.${game}:${task}`;

function isSteps(found: unknown): found is Steps {
  const { line, at } = (found ?? {}) as Partial<Steps>;
  return Array.isArray(line) && typeof at === "number" && typeof line[at] === "object";
}

/** What was built in this browser before. */
export function keptSteps(game: string, task: string): Steps {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place(game, task)) ?? "null");
    return isSteps(found) ? found : EMPTY;
  } catch {
    return EMPTY;
  }
}

function keepSteps(game: string, task: string, steps: Steps): void {
  try {
    if (steps.line.length > 1) localStorage.setItem(place(game, task), JSON.stringify(steps));
    else localStorage.removeItem(place(game, task));
  } catch {
    // A browser that keeps nothing still builds.
  }
}

/** A step more; what was undone is gone. */
export function built({ line, at }: Steps, next: Building): Steps {
  const longer = [...line.slice(0, at + 1), next].slice(-MOST_STEPS);
  return { line: longer, at: longer.length - 1 };
}

export type BenchState = {
  bench: Bench | null;
  error: unknown;
  steps: Steps;
  play: (move: string) => void;
  jump: (at: number) => void;
  /** Takes a whole building over, as a step of its own. */
  take: (building: Building) => void;
};

/** A task being built. With `more` the further pieces of the box are on offer, too. */
export function useBench(game: string, name: string, more: boolean): BenchState {
  const [task, setTask] = useState(name);
  const [bench, setBench] = useState<Bench | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [steps, setSteps] = useState<Steps>(() => keptSteps(game, name));
  const asked = useRef(0);

  const show = useCallback(
    async (next: Steps, move: string | null = null) => {
      const turn = ++asked.current;
      const building = next.line[next.at] ?? {};
      const found = await api.build(game, { task, building, move, more });
      if (turn !== asked.current) return;
      const then = move === null ? next : built(next, found.building);
      // Chosen cards may be a set of the house: what was built is kept under its name.
      setTask(found.task.id);
      keepSteps(game, found.task.id, then);
      setSteps(then);
      setBench(found);
    },
    [game, task, more],
  );
  const latest = useRef(steps);
  latest.current = steps;
  useEffect(() => {
    // What is kept in the browser may be older than the rules: then it begins anew.
    show(latest.current)
      .catch(() => show(EMPTY))
      .catch(setError);
  }, [show]);
  return {
    bench,
    error,
    steps,
    play: (move) => void show(steps, move).catch(complain),
    jump: (at) => void show({ ...steps, at }).catch(complain),
    take: (building) => void show(built(steps, building)).catch(complain),
  };
}

/** Cards of one's own, kept in this browser by how they are written. */
const deckPlace = (game: string) => `blockhaus.deck.${game}`;

export function ownDeck(game: string): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(deckPlace(game)) ?? "[]");
    return Array.isArray(found) ? found.filter((word) => typeof word === "string") : [];
  } catch {
    return [];
  }
}

export function keepDeck(game: string, words: readonly string[]): void {
  try {
    localStorage.setItem(deckPlace(game), JSON.stringify(words));
  } catch {
    // Kept for this visit only.
  }
}
