import { useCallback, useState } from "react";

/** How many lines of a table's chat this browser has not shown yet; kept, for games over days. */

const PLACE = "blockhaus.read";
const TABLES = 50; // remembered, the latest

type Read = [table: string, lines: number][];

function recall(): Read {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "[]");
  } catch {
    return [];
  }
}

function keep(table: string, lines: number): void {
  const others = recall().filter(([other]) => other !== table);
  try {
    localStorage.setItem(PLACE, JSON.stringify([...others, [table, lines]].slice(-TABLES)));
  } catch {
    // A browser that keeps nothing counts anew each time.
  }
}

export function useUnread(table: string, lines: number): [unread: number, seen: () => void] {
  const [read, setRead] = useState(() => recall().find(([id]) => id === table)?.[1] ?? 0);
  const seen = useCallback(() => {
    setRead(lines);
    keep(table, lines);
  }, [table, lines]);
  return [Math.max(0, lines - read), seen];
}
