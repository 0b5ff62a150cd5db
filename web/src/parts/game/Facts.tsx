import { type Say, t } from "../../i18n";
import type { View } from "../../scene";
import { named } from "../../words";
import { Chip } from "../common/Chip";
import { Stock } from "../common/Stock";

/** What a view has beyond the common keys: counts, words, and counts by kind, shown as a small list. */

const drawn = new Set(
  "game options board blocks to_move turn last seats prompt tally offers outcome facts".split(" "),
);
const ownRow = new Set("colour supply points".split(" "));

type Fact = { key: string; value: string | number | Record<string, number> };

const isCounts = (value: unknown): value is Record<string, number> =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((count) => typeof count === "number");

/** Whatever is a number, a word or a map of counts; all else is left to the board. */
export function factsOf(things: Record<string, unknown>, known: Set<string> = drawn): Fact[] {
  const facts: Fact[] = [];
  for (const [key, value] of Object.entries(things)) {
    if (known.has(key)) continue;
    if (typeof value === "number" || (typeof value === "string" && value))
      facts.push({ key, value });
    else if (isCounts(value)) facts.push({ key, value });
  }
  return facts;
}

type FactsProps = { view: View; say: Say };

export function Facts({ view, say }: FactsProps) {
  const common = [...factsOf(view.options), ...factsOf(view)];
  const own = view.seats.map((seat) => ({ seat, facts: factsOf(seat, ownRow) }));
  if (!common.length && own.every(({ facts }) => !facts.length)) return null;
  return (
    <section className="facts" aria-label={t("table.facts")}>
      <h2 className="part">{t("table.facts")}</h2>
      <dl>
        {common.map((fact) => (
          <Row key={fact.key} fact={fact} say={say} />
        ))}
        {own.map(({ seat, facts }) =>
          facts.map((fact) => (
            <Row key={`${seat.colour} ${fact.key}`} fact={fact} say={say} colour={seat.colour} />
          )),
        )}
      </dl>
    </section>
  );
}

function Row({ fact: { key, value }, say, colour }: { fact: Fact; say: Say; colour?: string }) {
  return (
    <div>
      <dt>
        {colour && <Chip colour={colour} name={say(colour)} small />}
        {colour && <span className="unseen">{say(colour)} </span>}
        {named(say, key)}
      </dt>
      <dd>
        {typeof value === "object" && <Stock counts={value} say={say} />}
        {typeof value === "string" && say(value)}
        {typeof value === "number" && value}
      </dd>
    </div>
  );
}
