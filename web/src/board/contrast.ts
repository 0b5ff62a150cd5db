// Marks that have to be seen on every stain.
import { Color } from "three";

const NEAR = 0.42;

function distance(a: string, b: string): number {
  const [one, other] = [new Color(a), new Color(b)].map((colour) => colour.convertLinearToSRGB());
  if (!one || !other) return 0;
  return Math.hypot(one.r - other.r, one.g - other.g, one.b - other.b);
}

/** The first of some colours if it stands out from a stain, or else the one that does most. */
export function standsOut(colours: readonly string[], stain: string): string {
  const [wanted = stain, ...others] = colours;
  if (distance(wanted, stain) >= NEAR) return wanted;
  return others.reduce(
    (best, other) => (distance(other, stain) > distance(best, stain) ? other : best),
    wanted,
  );
}
