import { useEffect, useState } from "react";
import * as api from "../../api";

/** A link as a QR code, dark on light in every theme. The house makes it; no other host is asked. */

const MARGIN = 4; // light squares around it, without which cameras do not find it

export function QrSquares({ link, label }: { link: string; label: string }) {
  const [rows, setRows] = useState<readonly string[]>([]);
  useEffect(() => {
    let gone = false;
    // The link itself stands beside it: without the code nothing is lost.
    api.qrCode(link).then(
      (code) => gone || setRows(code.rows),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [link]);
  if (!rows.length) return null;
  const size = rows.length + 2 * MARGIN;
  return (
    <svg className="qr" viewBox={`${-MARGIN} ${-MARGIN} ${size} ${size}`} role="img">
      <title>{label}</title>
      <path d={squares(rows)} />
    </svg>
  );
}

/** One path of all dark squares, each run of a row as one stroke. */
export function squares(rows: readonly string[]): string {
  return rows
    .flatMap((row, y) =>
      [...row.matchAll(/#+/g)].map(({ 0: run, index }) => {
        return `M${index} ${y}h${run.length}v1h-${run.length}z`;
      }),
    )
    .join("");
}
