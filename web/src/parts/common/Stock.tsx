import type { Say } from "../../i18n";
import { Chip } from "./Chip";

/** How many there are of each kind of block. */
export function Stock({ counts, say }: { counts: Record<string, number>; say: Say }) {
  return Object.entries(counts).map(([kind, count]) => (
    <span key={kind} className="stock">
      <Chip colour={kind} name={say(kind)} small /> {count}
      <span className="unseen"> {say(kind)}</span>
    </span>
  ));
}
