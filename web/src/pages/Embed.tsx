import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import * as api from "../api";
import { addressOf, here, queryHere } from "../base";
import { t, useLang, useWords } from "../i18n";
import { type Embedded, useEmbedded } from "../parts/embed/useEmbedded";
import { Replay } from "../parts/game/Moves";
import { parts } from "../router";
import { wordsFor } from "../state/notices";
import { part } from "../state/parts";
import { useMotion, useSettings, useTheme } from "../state/settings";
import type { Scene } from "../wire";
import { boardText, eventsText, turnAt } from "../words";
import "../parts/embed/embed.css";

/** A table or a position within the page of another site: to look at, and nothing else. */

api.stayUnknown();

const Board = lazy(async () => ({ default: (await part(() => import("../board/Board"))).Board }));

export function EmbedPage() {
  useLang();
  const [, id] = parts(here());
  const code = queryHere().get("code");
  const { shown, error } = useEmbedded(id ?? null, code);
  if (error) return <p className="embed-note">{wordsFor(error)}</p>;
  if (!shown) return <p className="embed-note">{t("loading")}</p>;
  return <EmbedView key={shown.key} shown={shown} />;
}

function EmbedView({ shown }: { shown: Embedded }) {
  const say = useWords(shown.game);
  const { at, view, go } = useSteps(shown);
  const text = boardText(say);
  const ignore = () => undefined;
  const names = shown.names(say);
  const move = shown.moves[at - 1];
  const isLast = at === shown.count;
  const result = isLast ? shown.result(names, say) : "";
  return (
    <main className="embed">
      <header className="embed-head">
        <h1>{shown.title}</h1>
        <p>{names.join(" – ")}</p>
      </header>
      <div className="embed-board">
        <Suspense fallback={<p className="embed-note">{t("loading")}</p>}>
          <Board
            view={view}
            offers={[]}
            picked={[]}
            onPick={ignore}
            onPlay={ignore}
            onRefusedPick={ignore}
            animate={useMotion()}
            patterns={useSettings().patterns}
            theme={useTheme()}
            t={text}
          />
        </Suspense>
      </div>
      <p className="embed-told" role="status">
        {t("embed.place", { at: turnAt(shown.turns, at), n: turnAt(shown.turns, shown.count) })}
        {move && ` · ${move} `}
        {eventsText(view.events, say)} <b>{result}</b>
      </p>
      <footer className="embed-foot">
        <Replay at={at} last={shown.count} onJump={go} />
        <a href={addressOf(shown.link)} target="_blank" rel="noopener">
          {t("embed.open")}
        </a>
      </footer>
    </main>
  );
}

/** The place in the game that is shown; at the end it follows the game. */
function useSteps({ count, at: positionAt, latest }: Embedded) {
  const [place, setPlace] = useState<{ at: number; view: Scene } | null>(null);
  const go = useCallback(
    async (to: number) => {
      if (to >= count) return setPlace(null);
      try {
        setPlace({ at: to, view: await positionAt(to) });
      } catch {
        // Without a line the board stays as it is.
      }
    },
    [count, positionAt],
  );
  // What was taken back cannot be looked at.
  useEffect(() => {
    if (place && place.at > count) setPlace(null);
  }, [place, count]);
  return { at: place?.at ?? count, view: place?.view ?? latest, go };
}
