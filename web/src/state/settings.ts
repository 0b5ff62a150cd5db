import { useSyncExternalStore } from "react";
import { type Lang, pick, switchTo } from "../i18n";
import { Store, useStore } from "./store";

/** What a person chose in the menu, kept in this browser. */

export type Settings = {
  lang: Lang | "auto";
  theme: "auto" | "light" | "dark";
  animations: boolean;
  patterns: boolean;
  confirm: boolean;
  /** Whether a tap shows a move and only the next one plays it. */
  taps: boolean;
  pace: boolean;
  sound: boolean;
  notify: boolean;
  muted: boolean;
  ranked: boolean;
  coach: boolean;
  /** Whether boards are told and played in words, and nothing is drawn. */
  text: boolean;
  /** Whether this device thinks by itself where the house lets it. */
  here: boolean;
};

const plain: Settings = {
  lang: "auto",
  theme: "auto",
  animations: true,
  patterns: false,
  confirm: false,
  taps: true,
  pace: true,
  sound: false,
  notify: false,
  muted: false,
  ranked: false,
  coach: false,
  text: false,
  here: false,
};
const place = "blockhaus.settings";

function read(): Settings {
  try {
    return { ...plain, ...JSON.parse(localStorage.getItem(place) ?? "{}") };
  } catch {
    return plain;
  }
}

const store = new Store(read());

export const useSettings = () => useStore(store);
export const settings = store.get;

export function change(part: Partial<Settings>): void {
  const current = { ...store.get(), ...part };
  try {
    localStorage.setItem(place, JSON.stringify(current));
  } catch {
    // A browser that keeps nothing still plays.
  }
  store.set(current);
  void apply();
}

/** Makes language and theme true; done once before the first drawing. */
export async function apply(): Promise<void> {
  const current = store.get();
  const root = document.documentElement;
  if (current.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = current.theme;
  const colour = getComputedStyle(root).getPropertyValue("--paper").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", colour);
  await switchTo(current.lang === "auto" ? pick(navigator.languages) : current.lang);
}

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}

export function useTheme(): "light" | "dark" {
  const dark = useMedia("(prefers-color-scheme: dark)");
  const { theme } = useSettings();
  return theme === "auto" ? (dark ? "dark" : "light") : theme;
}

/** Whether things may move: the person's wish, and the system's. */
export function useMotion(): boolean {
  const calm = useMedia("(prefers-reduced-motion: reduce)");
  return useSettings().animations && !calm;
}
