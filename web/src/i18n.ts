import { useEffect, useState } from "react";
import * as api from "./api";
import english from "./locales/en.json";
import { part } from "./state/parts";
import { Store, useStore } from "./state/store";
import type { Text } from "./wire";

/** Texts of the client by key, texts of the games by their English source. */

export type Key = keyof typeof english;
export type Facts = Readonly<Record<string, string | number>>;
export type Lang = "en" | "de" | "fr" | "es" | "nl";
/** Says a text of the game, by its English source, or with the facts it came with. */
export type Say = (source: string | Text, facts?: Text["facts"]) => string;

export const languages: Record<Lang, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  nl: "Nederlands",
};

const files = import.meta.glob<Record<Key, string>>("./locales/*.json", { import: "default" });
const store = new Store<{ lang: Lang; texts: Record<Key, string> }>({ lang: "en", texts: english });

/** Puts facts into their braces; unknown braces stay, to be seen. */
export function fill(text: string, facts: Facts = {}): string {
  return text.replace(/\{(\w+)\}/g, (brace, name: string) => String(facts[name] ?? brace));
}

/** "{n} move|{n} moves" with n = 2 gives "{n} moves". */
export function form(text: string, n: number, language: string): string {
  const [one = text, other = one] = text.split("|");
  return new Intl.PluralRules(language).select(n) === "one" ? one : other;
}

export function t(key: Key, facts?: Facts): string {
  const { lang, texts } = store.get();
  return fill(form(texts[key] ?? english[key], Number(facts?.n ?? 1), lang), readable(facts, lang));
}

/** Large numbers are grouped as the language does it. */
function readable(facts: Facts = {}, language: Lang): Facts {
  const told = (fact: string | number) =>
    typeof fact === "number" && fact >= 10_000 ? fact.toLocaleString(language) : fact;
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, told(fact)]));
}

export const lang = () => store.get().lang;

/** The first of the wanted languages that the house speaks. */
export function pick(wanted: readonly string[]): Lang {
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in languages);
  return (known as Lang | undefined) ?? "en";
}

export async function switchTo(next: Lang): Promise<void> {
  const load = files[`./locales/${next}.json`];
  const texts = next === "en" || !load ? english : await part(load);
  api.speak(next);
  document.documentElement.lang = next;
  store.set({ lang: next, texts });
}

/** Redraws the caller when the language changes. */
export const useLang = () => useStore(store).lang;

const catalogues = new Map<string, Promise<Record<string, string>>>();

function catalogue(game: string, language: Lang): Promise<Record<string, string>> {
  const key = `${game}.${language}`;
  const known = catalogues.get(key);
  if (known) return known;
  const asked = api.words(game, language);
  catalogues.set(key, asked);
  asked.catch(() => catalogues.delete(key));
  return asked;
}

/** Translates a game's source text and, where they are words themselves, its facts. */
export function sayer(catalogue: Record<string, string>): Say {
  const word = (text: string) => catalogue[text] ?? text;
  const say: Say = (source, facts = {}) => {
    if (typeof source !== "string") return say(source.text, source.facts);
    const told = Object.entries(facts).map(([name, fact]) => [
      name,
      typeof fact === "number" ? fact : typeof fact === "string" ? word(fact) : say(fact),
    ]);
    return fill(word(source), Object.fromEntries(told) as Facts);
  };
  return say;
}

/** The texts of a game in the reader's language; English until they have come. */
export function useWords(game: string | null): Say {
  const language = useLang();
  const [say, setSay] = useState<Say>(() => sayer({}));
  useEffect(() => {
    if (!game) return;
    let stale = false;
    catalogue(game, language).then(
      (texts) => stale || setSay(() => sayer(texts)),
      () => stale || setSay(() => sayer({})),
    );
    return () => {
      stale = true;
    };
  }, [game, language]);
  return say;
}
