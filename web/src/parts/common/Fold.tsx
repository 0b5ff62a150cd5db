import { type ReactNode, useState } from "react";

/** A part of a panel under its title, which folds away; the browser remembers how it was left. */

const place = (id: string) => `blockhaus.folded.${id}`;

function wasFolded(id: string): boolean {
  try {
    return localStorage.getItem(place(id)) !== null;
  } catch {
    return false;
  }
}

function keep(id: string, folded: boolean): void {
  try {
    if (folded) localStorage.setItem(place(id), "");
    else localStorage.removeItem(place(id));
  } catch {
    // A browser that keeps nothing still folds.
  }
}

type FoldProps = { id: string; title: ReactNode; children: ReactNode };

export function Fold({ id, title, children }: FoldProps) {
  const [folded, setFolded] = useState(() => wasFolded(id));
  const turn = () => {
    setFolded(!folded);
    keep(id, !folded);
  };
  // The browser tells of `toggle` only later, when the panel may be drawn anew as it was before.
  return (
    <details className="fold" open={!folded}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by itself */}
      <summary
        onClick={(event) => {
          event.preventDefault();
          turn();
        }}
      >
        <h2 className="part">{title}</h2>
      </summary>
      {children}
    </details>
  );
}
