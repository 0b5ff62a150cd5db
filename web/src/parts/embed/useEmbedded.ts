import { useEffect, useState } from "react";
import * as api from "../../api";
import type { Say } from "../../i18n";
import type { Scene, Study, TableFacts } from "../../wire";
import { colourName, namesOf, outcomeText, resultText, scoresText } from "../../words";

/** What is shown within other pages: a table as a spectator sees it, or the position of a code. */

export type Embedded = {
  key: string;
  game: string;
  title: string;
  names: (say: Say) => string[];
  result: (names: string[], say: Say) => string;
  moves: readonly string[];
  /** Before each of them, how many turns are over. */
  turns: readonly number[];
  count: number;
  latest: Scene;
  at: (number: number) => Promise<Scene>;
  /** The same in the house. */
  link: string;
};

const ASK_AGAIN = 4000;

export function useEmbedded(id: string | null, code: string | null) {
  const [shown, setShown] = useState<Embedded | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let gone = false;
    const look = async () => {
      try {
        const { embedded, goesOn } = id ? await tableShown(id) : await codeShown(code ?? "");
        if (gone) return;
        if (embedded) setShown(embedded);
        setError(null);
        if (goesOn) timer = setTimeout(look, ASK_AGAIN);
      } catch (failure) {
        if (!gone) setError(failure);
      }
    };
    void look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [id, code]);
  return { shown, error };
}

type Found = { embedded: Embedded | null; goesOn: boolean };

async function tableShown(id: string): Promise<Found> {
  const table = await api.tableFacts(id);
  const goesOn = table.state !== "over";
  if (!table.view) return { embedded: null, goesOn };
  const { title } = await api.box(table.game);
  return { embedded: ofTable(table, table.view, title), goesOn };
}

function ofTable(table: TableFacts, latest: Scene, title: string): Embedded {
  const { id, game, number, moves, result } = table;
  return {
    key: id,
    game,
    title,
    names: (say) => namesOf({ seats: table.seats, you: [] }, say),
    result: (names) =>
      result ? `${resultText(result, names)} ${scoresText(result.scores)}`.trim() : "",
    moves: moves.map(({ move }) => move),
    turns: moves.map(({ turn }) => turn),
    count: number,
    latest,
    at: async (place) => (await api.positionAt(id, place)).view,
    link: `/table/${id}`,
  };
}

async function codeShown(code: string): Promise<Found> {
  const study = await api.study({ code });
  const { title } = await api.box(study.game);
  return { embedded: ofStudy(study, title), goesOn: false };
}

function ofStudy({ game, code, moves, turns, number, view }: Study, title: string): Embedded {
  return {
    key: code,
    game,
    title,
    names: (say) => view.seats.map((seat) => colourName(say, seat.colour)),
    result: (names, say) => (view.outcome ? outcomeText(view.outcome, names, say) : ""),
    moves,
    turns,
    count: number,
    latest: view,
    at: async (place) => (await api.study({ code, number: place })).view,
    link: `/analysis?code=${encodeURIComponent(code)}`,
  };
}
