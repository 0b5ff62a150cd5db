import { placed } from "../base";
import { after, arrival } from "./arrival";
import { ChannelLocks, type Note } from "./channelLocks";
import { firstDrawing } from "./firstDrawing";
import type { House } from "./house";
import { type FromWorker, type Line, lineTo, type ToWorker } from "./protocol";
import { Site, writtenAnswer } from "./site";
import { type Locks, TabPort, type Told } from "./tabs";
import { WorkerHouse } from "./workerHouse";

/** The side of the house that is built into the page: one worker for all tabs. */

const channel = <T>(name: string): Line<T, T> =>
  lineTo(new BroadcastChannel(`blockhaus ${placed("/")} ${name}`));

function locksHere(): Locks {
  // Locks belong to a whole host, on which several houses may lie.
  const of = (name: string) => `${name} ${placed("/")}`;
  if (navigator.locks)
    return { request: (name, begin) => navigator.locks.request(of(name), begin) };
  const locks = new ChannelLocks(channel<Note>("locks"));
  window.addEventListener("pagehide", () => locks.releaseAll());
  return locks;
}

function makeWorker(): Line<ToWorker, FromWorker> {
  const worker = new Worker(new URL("../worker/worker.ts", import.meta.url), {
    type: "module",
    name: new URL(placed("/"), location.href).href, // where the site lies
  });
  const { post, hear } = lineTo<ToWorker, FromWorker>(worker);
  const watched = (listener: (message: FromWorker) => void) => {
    hear(listener);
    // Code that went wrong has a message; code that did not come has none.
    worker.onerror = ({ message }) => {
      if (!message) listener({ type: "failed", reason: "offline", detail: "the worker" });
    };
  };
  return { post, hear: watched };
}

const drawn = firstDrawing();

/** A worker that begins when the page is drawn; until then what is said to it waits. */
function startWorker(): Line<ToWorker, FromWorker> {
  const worker = drawn.then(makeWorker);
  return {
    post: (message) => void worker.then(({ post }) => post(message)),
    hear: (listener) => void worker.then(({ hear }) => hear(listener)),
  };
}

function openSite(): House {
  const port = new TabPort({
    tab: crypto.getRandomValues(new Uint32Array(2)).join("-"),
    version: document.documentElement.dataset.version ?? "",
    locks: locksHere(),
    channel: channel<Told>("house"),
    startWorker,
  });
  const worker = new WorkerHouse(port, (news) => {
    if (news.type === "failed") console.warn(news.reason, news.detail); // for who looks into it
    arrival.set(after(arrival.get(), news));
  });
  return new Site(worker, writtenAnswer, () => void navigator.storage?.persist?.());
}

export const house: House = openSite();
