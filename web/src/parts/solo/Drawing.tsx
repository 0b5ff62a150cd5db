import { useState } from "react";
import { type Say, t } from "../../i18n";
import { colourName, headed } from "../../words";
import { Chip } from "../common/Chip";

/** A card drawn by hand: four squares, each painted with the colour that is chosen. */

type Square = readonly [number, number, string];
type DrawingProps = {
  colours: readonly string[];
  say: Say;
  onDrawn: (squares: [number, number, string][]) => void;
};

const SIDE = 4;
const SQUARES = 4;
const rows = Array.from({ length: SIDE }, (_, index) => SIDE - 1 - index);
const columns = Array.from({ length: SIDE }, (_, index) => index);

export function Drawing({ colours, say, onDrawn }: DrawingProps) {
  const [colour, setColour] = useState(colours[0] ?? "");
  const [squares, setSquares] = useState<readonly Square[]>([]);
  const at = (x: number, y: number) => squares.find(([u, v]) => u === x && v === y);
  const paint = (x: number, y: number) => {
    const others = squares.filter((square) => square !== at(x, y));
    const same = at(x, y)?.[2] === colour;
    // A fifth square takes the place of the oldest one.
    setSquares(same ? others : [...others.slice(1 - SQUARES), [x, y, colour]]);
  };
  return (
    <div className="drawing">
      <div className="tools" role="radiogroup" aria-label={t("solo.colour")}>
        {colours.map((each) => (
          <label key={each} className="tool" title={colourName(say, each)}>
            <input
              type="radio"
              name="drawing"
              checked={each === colour}
              onChange={() => setColour(each)}
              aria-label={colourName(say, each)}
            />
            <Chip colour={each} name={each} />
          </label>
        ))}
      </div>
      <div className="drawing-grid" role="group" aria-label={t("solo.drawing")}>
        {rows.flatMap((y) =>
          columns.map((x) => {
            const found = at(x, y)?.[2];
            const told = found ? colourName(say, found) : t("solo.empty");
            return (
              <button
                type="button"
                key={`${x},${y}`}
                className="drawing-square"
                aria-label={`${headed(`${x + 1}/${y + 1}`)} ${told}`}
                onClick={() => paint(x, y)}
              >
                {found && <Chip colour={found} name={found} />}
              </button>
            );
          }),
        )}
      </div>
      <button
        type="button"
        disabled={squares.length !== SQUARES}
        onClick={() => {
          onDrawn(squares.map(([x, y, hue]) => [x, y, hue]));
          setSquares([]);
        }}
      >
        {t("solo.add")}
      </button>
    </div>
  );
}
