import type { Say } from "../../i18n";
import type { Supply } from "../../wire";
import { Chip } from "./Chip";

/** How many there are of each kind of piece. */
export function Stock({ supply, say }: { supply: readonly Supply[]; say: Say }) {
  return supply.map(({ name, colour, count }) => (
    <span key={`${colour} ${say(name)}`} className="stock" title={say(name)}>
      <Chip colour={colour} name={say(colour)} small /> {count}
      <span className="unseen"> {say(name)}</span>
    </span>
  ));
}
