import { type ReactNode, useEffect, useState } from "react";
import { isNewDecision } from "../../board/useFlash";
import type { Say } from "../../i18n";
import { readingTime } from "../../readingTime";
import type { Scene } from "../../wire";
import { eventsText } from "../../words";

/** What just happened, over the board: each sentence stays as long as it takes to read it. */

type Item = { id: number; text: string };
const MOST = 3;
/** It may stay a little while what follows is shown below it. */
const LINGERING = 1.5;
let next = 1;

/** Below the news there is room for what goes with them. */
type EventNewsProps = { view: Scene; say: Say; children?: ReactNode };

export function EventNews({ view, say, children }: EventNewsProps) {
  const [known, setKnown] = useState(view);
  const [items, setItems] = useState<readonly Item[]>([]);
  if (known !== view) {
    setKnown(view);
    const text = eventsText(view.events, say);
    if (text && isNewDecision(known, view))
      setItems((before) => [...before.slice(1 - MOST), { id: next++, text }]);
  }
  const drop = (id: number) => setItems((before) => before.filter((item) => item.id !== id));
  return (
    <div className="event-news">
      {items.map((item) => (
        <NewsItem key={item.id} text={item.text} onDone={() => drop(item.id)} />
      ))}
      {children}
    </div>
  );
}

function NewsItem({ text, onDone }: { text: string; onDone: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins when it is shown
  useEffect(() => {
    const timer = setTimeout(onDone, LINGERING * readingTime(text));
    return () => clearTimeout(timer);
  }, []);
  // It is told to screen readers elsewhere, and lets every tap through to the board.
  return <p aria-hidden="true">{text}</p>;
}
