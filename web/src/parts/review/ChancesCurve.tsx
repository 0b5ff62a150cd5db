import { lookOf } from "../../board/colours";
import { t } from "../../i18n";
import type { Seat } from "../../wire";

/** Every seat's chances after each decision, with the turning points marked. */

type ChancesCurveProps = {
  points: readonly (readonly number[])[];
  seats: readonly Seat[];
  at: number;
  marks: readonly number[];
  onJump: (number: number) => void;
};

const WIDTH = 320;
const HEIGHT = 120;

export function ChancesCurve({ points, seats, at, marks, onJump }: ChancesCurveProps) {
  const step = WIDTH / Math.max(1, points.length - 1);
  const y = (share: number) => HEIGHT * (1 - share);
  const path = (seat: number) =>
    points.map(
      (shares, index) => `${(index * step).toFixed(1)},${y(shares[seat] ?? 0).toFixed(1)}`,
    );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the slider below the moves is the keyboard's way
    <svg
      className="curve"
      viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`}
      role="img"
      aria-label={t("review.curve")}
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        const x = ((event.clientX - box.left) / box.width) * (WIDTH + 8) - 4;
        onJump(Math.max(0, Math.min(points.length - 1, Math.round(x / step))));
      }}
    >
      <rect className="curve-paper" width={WIDTH} height={HEIGHT} rx="3" />
      <line className="curve-half" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <line className="curve-at" x1={at * step} x2={at * step} y1="0" y2={HEIGHT} />
      {seats.map((seat, index) => (
        <g key={seat.colour} fill="none" strokeLinejoin="round">
          <polyline className="curve-edge" points={path(index).join(" ")} />
          <polyline
            className="curve-line"
            points={path(index).join(" ")}
            stroke={lookOf(seat.colour).stain}
          />
        </g>
      ))}
      {marks.map((number) => (
        <circle
          key={number}
          className="curve-mark"
          cx={number * step}
          cy={y(Math.max(...(points[number] ?? [0])))}
          r="4"
        />
      ))}
    </svg>
  );
}
