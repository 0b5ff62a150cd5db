import { useEffect, useState } from "react";
import * as api from "../api";
import { type Lang, useLang } from "../i18n";
import type { RulebookFacts } from "../wire";

/** The rulebooks that were looked at, in the reader's language; each is asked for once. */

const books = new Map<string, Promise<RulebookFacts>>();

function bookOf(game: string, language: Lang): Promise<RulebookFacts> {
  const key = `${game}.${language}`;
  const known = books.get(key);
  if (known) return known;
  const asked = api.rulebook(game);
  books.set(key, asked);
  asked.catch(() => books.delete(key));
  return asked;
}

/** The book, once it has come, or what went wrong; the one before stays until the next is there. */
export function useRulebook(game: string): { book: RulebookFacts | null; error: unknown } {
  const language = useLang();
  const [book, setBook] = useState<RulebookFacts | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let stale = false;
    bookOf(game, language).then(
      (found) => stale || setBook(found),
      (fault) => stale || setError(fault),
    );
    return () => {
      stale = true;
    };
  }, [game, language]);
  return { book: book?.game === game ? book : null, error };
}

export const rulePath = (game: string, rule: string) =>
  `/rules/${encodeURIComponent(game)}#rule-${encodeURIComponent(rule)}`;
