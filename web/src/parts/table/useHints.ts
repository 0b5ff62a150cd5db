import { useState } from "react";
import * as api from "../../api";
import { announce, complain } from "../../state/notices";
import { useStateOf } from "../../state/stateOf";
import type { TableFacts, TableHint } from "../../wire";

/** Hints at a table, one after the other; those of this position are asked for again for nothing. */

export const STRONGEST = 3;

export function useHints(table: TableFacts) {
  const { id, number, help } = table;
  const [told, setTold] = useStateOf<TableHint | null>(number, null);
  const [busy, setBusy] = useState(false);
  // After a reload the last hint is told again before a stronger one.
  const next = Math.min(STRONGEST, told ? told.strength + 1 : Math.max(1, help.given));
  const ask = async () => {
    setBusy(true);
    try {
      const found = await api.tableHint(id, { number, strength: next });
      setTold(found);
      announce(found.sentence);
    } catch (error) {
      complain(error);
    }
    setBusy(false);
  };
  return { told, busy, next, ask, last: told?.strength === STRONGEST };
}
