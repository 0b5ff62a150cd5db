import { useCallback, useEffect, useRef, useState } from "react";
import * as api from "../api";
import type { View } from "../scene";
import { complain } from "./notices";

/** Looking back: an earlier position of a table, or its newest. */

export type Past = {
  view: View | null;
  at: number;
  isNow: boolean;
  jump: (number: number) => void;
  now: () => void;
};

export function usePast(table: api.Table): Past {
  const [shown, setShown] = useState<{ at: number; view: View } | null>(null);
  const wanted = useRef<number | null>(null);
  const known = useRef(new Map<number, View>());
  const { id, number } = table;

  const now = useCallback(() => {
    wanted.current = null;
    setShown(null);
  }, []);
  const jump = useCallback(
    async (to: number) => {
      if (to >= number) return now();
      wanted.current = to;
      const view = known.current.get(to);
      if (view) return setShown({ at: to, view });
      try {
        const answer = await api.positionAt(id, to);
        known.current.set(to, answer.view);
        if (wanted.current === to) setShown({ at: to, view: answer.view });
      } catch (error) {
        complain(error);
      }
    },
    [id, number, now],
  );

  // A game with hidden things shows more once it is over, and a taken-back decision is gone.
  // Forgets when the table changed its past.
  useEffect(() => {
    known.current.clear();
  }, [table.state]);
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
