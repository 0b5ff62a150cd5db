import { type CSSProperties, useEffect, useState } from "react";
import { lookOf } from "../../board/colours";
import type { Say } from "../../i18n";
import { useMotion } from "../../state/settings";
import type { TableFacts } from "../../wire";
import { endText, resultText } from "../../words";

/** The moment of winning: a sentence over the board, and blocks that fall for one's own win. */

type FinaleProps = { table: TableFacts; names: string[]; say: Say };

/** Milliseconds. */
const SHOWN = 5000;
const BLOCKS = 14;

export function Finale({ table, names, say }: FinaleProps) {
  const { result, you } = table;
  // An old game that is opened has had its moment.
  const [over, setOver] = useState(Boolean(result));
  const [shown, setShown] = useState(false);
  const moves = useMotion();
  if (Boolean(result) !== over) {
    setOver(Boolean(result));
    setShown(Boolean(result));
  }
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(false), SHOWN);
    return () => clearTimeout(timer);
  }, [shown]);
  if (!shown || !result) return null;
  const { winners } = result;
  const drawn = winners.length === names.length || !winners.length;
  const cheers = moves && !drawn && (!you.length || winners.some((seat) => you.includes(seat)));
  const colours = winners.map((seat) => lookOf(table.seats[seat]?.colour ?? "").stain);
  return (
    <div className={moves ? "finale finale-moving" : "finale"} aria-hidden="true">
      {cheers && <FallingBlocks colours={colours} />}
      <div className="finale-card">
        <p className="finale-who">{resultText(result, names, you)}</p>
        <p>{endText(result, names, say, you)}</p>
      </div>
    </div>
  );
}

function FallingBlocks({ colours }: { colours: string[] }) {
  return Array.from({ length: BLOCKS }, (_, index) => {
    const style = {
      "--stain": colours[index % colours.length],
      "--place": `${(index * 61) % 100}%`,
      "--late": `${(index * 37) % 90}0ms`,
      "--turn": `${((index * 53) % 180) - 90}deg`,
    } as CSSProperties;
    return <i key={`block ${index}`} className="finale-block" style={style} />;
  });
}
