import { type Say, t } from "../../i18n";
import type { Barred, Board, Cell, Fact, Scene } from "../../wire";
import { capital, named, pickedNames, valueText } from "../../words";
import { Chip } from "../common/Chip";
import { Fold } from "../common/Fold";
import { whilePointed } from "../common/whilePointed";
import { type Highlight, noHighlight } from "./Tally";

/** What a scene tells by name: the table's options, facts of the game and of seats, barred cells. */

type FactsProps = {
  view: Scene;
  names: string[];
  say: Say;
  onHighlight: (light: Highlight) => void;
};

export function Facts({ view, names, say, onHighlight }: FactsProps) {
  const options = Object.entries(view.options);
  // What is needed to decide stands beside the seats already.
  const own = view.seats.flatMap(({ colour, facts }) =>
    facts.filter(({ main }) => !main).map((fact) => ({ colour, fact })),
  );
  if (!options.length && !view.facts.length && !own.length && !view.barred.length) return null;
  const common = { names, say, board: view.board, seats: view.seats, onHighlight };
  return (
    <section className="facts" aria-label={t("table.facts")}>
      <Fold id="facts" title={t("table.facts")}>
        <dl>
          {options.map(([name, value]) => (
            <div key={name}>
              <dt>{named(say, name)}</dt>
              <dd>{valueText(value, say)}</dd>
            </div>
          ))}
          {view.facts.map((fact, row) => (
            <Row key={row} fact={fact} {...common} />
          ))}
          {own.map(({ colour, fact }, row) => (
            <Row key={row} fact={fact} colour={colour} {...common} />
          ))}
          {view.barred.map((barred, row) => (
            <BarredRow key={row} barred={barred} {...common} />
          ))}
        </dl>
      </Fold>
    </section>
  );
}

type Common = Pick<FactsProps, "names" | "say" | "onHighlight"> & {
  board: Board;
  seats: Scene["seats"];
};

function Row({ fact, colour, ...common }: Common & { fact: Fact; colour?: string }) {
  const { say } = common;
  return (
    <div>
      <dt>
        {colour && <Chip colour={colour} name={say(colour)} small />}
        {colour && <span className="unseen">{say(colour)} </span>}
        {capital(say(fact.name))}
      </dt>
      <dd>
        <Value fact={fact} {...common} />
      </dd>
    </div>
  );
}

function Value({ fact, names, say, seats, ...rest }: Common & { fact: Fact }) {
  const { kind, value } = fact;
  switch (kind) {
    case "number":
      return String(value);
    case "text":
      return say(value as Parameters<Say>[0]);
    case "colour":
      return <Colour colour={value as string} name={say(value as string)} />;
    case "seats":
      return (value as readonly number[]).map((seat) => (
        <Colour key={seat} colour={seats[seat]?.colour ?? ""} name={names[seat] ?? ""} />
      ));
    case "cells":
      return <Cells cells={value as readonly Cell[]} {...rest} />;
  }
}

const Colour = ({ colour, name }: { colour: string; name: string }) => (
  <span className="stock">
    <Chip colour={colour} name={name} small /> {name}
  </span>
);

type CellsProps = Pick<Common, "board" | "onHighlight"> & { cells: readonly Cell[] };

/** Cells by their names; pointing at them lights them on the board. */
function Cells({ cells, board, onHighlight }: CellsProps) {
  const light = () => onHighlight({ cells, side: null });
  return (
    <button
      type="button"
      className="quiet small"
      {...whilePointed(light, () => onHighlight(noHighlight))}
      onClick={light}
    >
      {pickedNames(board, cells)}
    </button>
  );
}

function BarredRow({ barred, say, ...rest }: Common & { barred: Barred }) {
  return (
    <div>
      <dt>{say(barred.reason)}</dt>
      <dd>
        <Cells cells={barred.cells} {...rest} />
      </dd>
    </div>
  );
}
