import { useEffect, useState } from "react";
import * as api from "../api";
import { IS_SITE } from "../base";
import type { Box, HouseFacts } from "../wire";
import { complain } from "./notices";
import { Store, useStore } from "./store";

/** What every page may ask: who I am, which games there are, whether the house is still warming. */

export const myName = new Store<string | null>(null);
const boxes = new Store<Box[] | null>(null);
const house = new Store<HouseFacts | null>(null);
const WARMING = 1500;

let asked = false;

/** Asks once; later callers share the answer. */
export function enter(): void {
  if (asked) return;
  asked = true;
  const again = (error: unknown) => {
    asked = false;
    complain(error);
  };
  api.me().then((me) => myName.set(me.name), again);
  api.boxes().then((all) => boxes.set(all), again);
  watchWarming();
}

function watchWarming(): void {
  const later = () => setTimeout(watchWarming, WARMING);
  api.house().then((told) => {
    house.set(told);
    if (told.warming.done < told.warming.total) later();
  }, later);
}

export const useBoxes = () => useStore(boxes);
export const useBox = (game: string | null) => useBoxes()?.find((box) => box.id === game) ?? null;
export const titleOf = (game: string) => boxes.get()?.find((box) => box.id === game)?.title ?? game;
export const useHouse = () => useStore(house);
/** Whether nobody else can come: then nothing is offered that needs other people. */
export const useAlone = () => useHouse()?.alone ?? IS_SITE;

export async function setName(next: string): Promise<void> {
  const me = await api.rename(next);
  myName.set(me.name);
}

const CHANGED = "blockhaus:lists";

/** Everything that is asked again and again is asked at once. */
export const askAnew = () => void window.dispatchEvent(new Event(CHANGED));

/** Asks now and then again while the page is seen; another question begins anew, none asks nothing. */
export function usePolled<T>(ask: (() => Promise<T>) | null, seconds: number): T | null {
  const [value, setValue] = useState<T | null>(null);
  useEffect(() => {
    if (!ask) return;
    let gone = false;
    const look = () => {
      if (!document.hidden)
        ask().then(
          (next) => gone || setValue(next),
          () => undefined,
        );
    };
    look();
    const timer = setInterval(look, seconds * 1000);
    document.addEventListener("visibilitychange", look);
    window.addEventListener(CHANGED, look);
    return () => {
      gone = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener(CHANGED, look);
    };
  }, [ask, seconds]);
  return value;
}
