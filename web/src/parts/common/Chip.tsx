import { lookOf, SIGN_PATHS } from "../../board/colours";

/** A little wooden block in a colour of the game, with the sign that tells it apart without colour. */

type ChipProps = { colour: string; name: string; small?: boolean };

export function Chip({ colour, name, small = false }: ChipProps) {
  const { stain, ink, sign } = lookOf(colour);
  return (
    <svg
      className={small ? "chip chip-small" : "chip"}
      viewBox="-2 -2 4 4"
      aria-hidden="true"
      data-colour={colour}
    >
      <title>{name}</title>
      <rect
        className="chip-wood"
        x="-1.9"
        y="-1.9"
        width="3.8"
        height="3.8"
        rx="0.8"
        fill={stain}
      />
      <path d={SIGN_PATHS[sign]} fill={ink} fillRule="evenodd" />
    </svg>
  );
}
