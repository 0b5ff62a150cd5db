import { useCallback, useEffect, useRef, useState } from "react";
import * as api from "../api";
import type { Scene, TableFacts } from "../wire";
import { complain } from "./notices";

/** Looking back: an earlier position of a table, or its newest. */

export type Past = {
  view: Scene | null;
  at: number;
  isNow: boolean;
  jump: (number: number) => void;
  now: () => void;
};

export function usePast(table: TableFacts): Past {
  const [shown, setShown] = useState<{ at: number; view: Scene } | null>(null);
  const wanted = useRef<number | null>(null);
  const known = useRef(new Map<number, { state: TableFacts["state"]; view: Scene }>());
  const { id, number, state } = table;

  const now = useCallback(() => {
    wanted.current = null;
    setShown(null);
  }, []);
  const jump = useCallback(
    async (to: number) => {
      if (to >= number) return now();
      wanted.current = to;
      // A game with hidden things shows more once it is over.
      const kept = known.current.get(to);
      if (kept?.state === state) return setShown({ at: to, view: kept.view });
      try {
        const { view } = await api.positionAt(id, to);
        known.current.set(to, { state, view });
        if (wanted.current === to) setShown({ at: to, view });
      } catch (error) {
        complain(error);
      }
    },
    [id, number, state, now],
  );

  // A taken-back decision is gone.
  useEffect(() => {
    for (const place of known.current.keys()) if (place > number) known.current.delete(place);
    if (shown && shown.at >= number) now();
  }, [number, shown, now]);

  return {
    view: shown?.view ?? table.view,
    at: shown?.at ?? number,
    isNow: !shown,
    jump,
    now,
  };
}
