// The board on its own, for working on it: `npm run dev`, then /board.html?view=4&theme=dark.
// Moves change the blocks as their offers say; there is no house behind it.
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { sayer } from "../i18n";
import { blockKey } from "../scene";
import type { Cell, Scene } from "../wire";
import { Board } from "./Board";
import views from "./fixtures.json";

const asked = new URLSearchParams(location.search);
const theme = asked.get("theme") === "dark" ? "dark" : "light";
document.body.classList.add(asked.has("clear") ? "clear" : theme);
document.body.classList.toggle("alone", asked.has("alone"));
declare global {
  interface Window {
    /** A view put here by a script is shown instead of the stored ones. */
    scene?: Scene;
    show?(view: Scene): void;
  }
}

const t = sayer({});

function Demo() {
  const stored = views as unknown as Scene[];
  const [view, setView] = useState<Scene>(
    () => window.scene ?? (stored[Number(asked.get("view") ?? 0)] as Scene),
  );
  const [picked, setPicked] = useState<Cell[]>([]);
  const [refused, setRefused] = useState<Cell[]>([]);
  window.show = setView;
  const offers = view.offers;
  const play = (move: string) => {
    const offer = offers.find((one) => one.move === move);
    if (!offer) return;
    const gone = new Set(offer.take.map(blockKey));
    const blocks = [...view.blocks.filter((block) => !gone.has(blockKey(block))), ...offer.add];
    document.title = `played ${move}`;
    setPicked([]);
    setRefused([]);
    setView({ ...view, blocks, change: offer, offers: [] });
  };
  const highlight = asked.has("tally") ? (view.tally[Number(asked.get("tally"))]?.cells ?? []) : [];
  return (
    <Board
      view={view}
      offers={offers}
      picked={picked}
      onPick={(cells) => {
        document.title = `picked ${JSON.stringify(cells)}`;
        setRefused([]);
        setPicked(cells);
      }}
      onPlay={play}
      onRefusedPick={(cells) => {
        document.title = `refused ${JSON.stringify(cells)}`;
        setRefused(cells);
      }}
      highlight={highlight}
      guilty={refused}
      animate={asked.get("animate") !== "no"}
      patterns={asked.has("patterns")}
      seat={asked.has("seat") ? Number(asked.get("seat")) : null}
      quality={asked.has("fine") ? "fine" : undefined}
      theme={theme}
      t={t}
    />
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<Demo />);
