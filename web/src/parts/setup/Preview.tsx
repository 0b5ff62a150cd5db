import { lazy, Suspense, useEffect, useState } from "react";
import * as api from "../../api";
import { type Say, t } from "../../i18n";
import { wordsFor } from "../../state/notices";
import type { Scene } from "../../wire";
import { capital, headed } from "../../words";
import { Stock } from "../common/Stock";

/** What the chosen options make of the game: its board as it begins, and what everyone has. */

const FlatBoard = lazy(async () => ({
  default: (await import("../../board/FlatBoard")).FlatBoard,
}));
const CHOOSING = 200; // milliseconds until a choice counts as made
const nothing = () => {};

type PreviewProps = { game: string; options: Record<string, string>; say: Say };

export function Preview({ game, options, say }: PreviewProps) {
  const [view, setView] = useState<Scene | null>(null);
  const [refusal, setRefusal] = useState("");
  const chosen = JSON.stringify(options);
  useEffect(() => {
    let stale = false;
    const show = async () => {
      try {
        const study = await api.study({ game, options: JSON.parse(chosen) });
        if (stale) return;
        setView(study.view);
        setRefusal("");
      } catch (error) {
        if (!stale) setRefusal(wordsFor(error));
      }
    };
    const timer = setTimeout(show, CHOOSING);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [game, chosen]);
  return (
    <figure className={refusal ? "preview preview-old" : "preview"}>
      <div className="preview-board" role="img" aria-label={view ? boardText(view) : t("loading")}>
        {view && (
          <Suspense>
            <FlatBoard
              view={view}
              shown={1}
              next={[]}
              picked={[]}
              hover={null}
              ghost={null}
              highlight={[]}
              guilty={[]}
              events={[]}
              levelName={() => ""}
              onHover={nothing}
              onChoose={nothing}
            />
          </Suspense>
        )}
      </div>
      <figcaption>
        {refusal ? (
          <p className="refusal small" role="alert">
            {refusal}
          </p>
        ) : (
          view && <Beginning view={view} say={say} />
        )}
      </figcaption>
    </figure>
  );
}

function boardText({ board }: Scene): string {
  const [columns, rows, levels] = board.size;
  return t("setup.preview", { columns, rows: board.upright ? levels : rows });
}

/** What everyone begins with, and the numbers that the game counts. */
function Beginning({ view, say }: { view: Scene; say: Say }) {
  const numbers = view.facts.filter(({ kind }) => kind === "number");
  return (
    <ul className="small preview-facts">
      {view.seats.map(({ colour, supply }) => (
        <li key={colour}>
          <Stock supply={supply} say={say} />
        </li>
      ))}
      {numbers.map(({ name, value }, row) => (
        <li key={row}>
          {headed(capital(say(name)))} {String(value)}
        </li>
      ))}
    </ul>
  );
}
