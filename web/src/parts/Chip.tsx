/** A little wooden block in a colour of the game, with its first letter as a second sign. */

const known = new Set(
  "red orange yellow green blue white black dark light neutral twin brown purple pink grey".split(
    " ",
  ),
);

type ChipProps = { colour: string; name: string; small?: boolean };

export function Chip({ colour, name, small = false }: ChipProps) {
  const tone = known.has(colour) ? colour : "neutral";
  return (
    <span className={`chip chip-${tone}${small ? " chip-small" : ""}`} title={name} aria-hidden="true">
      {name.charAt(0).toUpperCase()}
    </span>
  );
}
