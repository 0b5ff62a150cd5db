import type { Say } from "../../i18n";
import type { Fact } from "../../wire";
import { capital, headed } from "../../words";

/** What is needed to decide, in one short line. */
export function MainFacts({ facts, say }: { facts: readonly Fact[]; say: Say }) {
  return facts
    .filter(({ main }) => main)
    .map(({ name, kind, value }) => (
      <span key={say(name)} className="main-fact">
        {headed(capital(say(name)))}{" "}
        {kind === "number" ? <b>{String(value)}</b> : say(value as string)}
      </span>
    ));
}
