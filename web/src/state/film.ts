import { useCallback, useEffect, useState } from "react";
import type { Scene } from "../wire";

/** Views shown one after the other, with the decision that led to each in words. */
export type Film = {
  views: readonly Scene[];
  words: readonly string[];
  /** Whether the last view stays; else the board is as it was before. */
  stays: boolean;
  /** Milliseconds that the last view has, if it does not stay. */
  hold?: number;
};

/** Milliseconds for each view. */
const STEP = 1100;

export function useFilm() {
  const [film, setFilm] = useState<Film | null>(null);
  const [at, setAt] = useState(0);
  const show = useCallback((next: Film) => {
    setFilm(next.views.length ? next : null);
    setAt(0);
  }, []);
  const stop = useCallback(() => setFilm(null), []);
  useEffect(() => {
    if (!film) return;
    const ended = at >= film.views.length - 1;
    if (ended && film.stays) return;
    const time = ended ? (film.hold ?? STEP) : STEP;
    const timer = setTimeout(() => (ended ? setFilm(null) : setAt(at + 1)), time);
    return () => clearTimeout(timer);
  }, [film, at]);
  const last = film ? film.views.length - 1 : 0;
  return {
    /** What is shown now; null when nothing is. */
    view: film?.views[at] ?? null,
    caption: film?.words[at] ?? "",
    /** How many views are still to be shown. */
    waiting: film ? last - at + (film.stays ? 0 : 1) : 0,
    /** Whether it has come to its end and stays there. */
    stays: Boolean(film?.stays && at === last),
    show,
    stop,
    hurry: () => (film?.stays ? setAt(last) : setFilm(null)),
  };
}

/** Shows views as soon as there are any; the last one stays. */
export function useShown(views: readonly Scene[] | null): Scene | null {
  const { view, show, stop } = useFilm();
  useEffect(() => {
    if (views) show({ views, words: [], stays: true });
    else stop();
  }, [views, show, stop]);
  return views && view;
}
