import { placed } from "../base";
import { Store } from "../state/store";
import { arrival } from "./arrival";

/**
 * What a service worker keeps: everything, so that the page opens without a network. A new version
 * waits beside the one that runs until somebody asks for it or all tabs are closed.
 */

/** What brings the new version; none while there is nothing new. */
export const update = new Store<(() => void) | null>(null);
/** Whether everything has been kept just now, for the first time. */
export const keptNow = new Store(false);

const LOOK_AGAIN = 3_600_000; // milliseconds

/** Begins when the house is open, since all that is kept then has been fetched already. */
export function keepWhenOpen(): void {
  if (!("serviceWorker" in navigator)) return;
  const stop = arrival.subscribe(() => {
    if (!arrival.get().isReady) return;
    stop();
    void keepEverything();
  });
}

async function keepEverything(): Promise<void> {
  const { serviceWorker } = navigator;
  const isFirst = !serviceWorker.controller;
  serviceWorker.addEventListener("controllerchange", () => {
    if (isFirst) keptNow.set(true);
    else update.set(() => location.reload()); // asked for in another tab
  });
  try {
    const kept = await serviceWorker.register(placed("/service-worker.js"), {
      scope: placed("/"),
      updateViaCache: "none",
    });
    watch(kept);
    setInterval(() => void kept.update().catch(() => undefined), LOOK_AGAIN);
  } catch {
    // Where the browser keeps nothing, the page is there as long as the network is.
  }
}

function watch(kept: ServiceWorkerRegistration): void {
  const offer = (fresh: ServiceWorker) => update.set(() => take(fresh));
  if (kept.waiting) offer(kept.waiting);
  kept.addEventListener("updatefound", () => {
    const fresh = kept.installing;
    fresh?.addEventListener("statechange", () => {
      if (fresh.state === "installed" && navigator.serviceWorker.controller) offer(fresh);
    });
  });
}

function take(fresh: ServiceWorker): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  fresh.postMessage("take over");
}
