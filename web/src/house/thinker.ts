import { placed } from "../base";
import { type FromWorker, lineTo, type News, type ToWorker } from "./protocol";
import type { Thinker } from "./served";
import { WorkerHouse } from "./workerHouse";

/** Starts the worker that thinks for a page, with the files that lie in a folder of the house. */
export function startThinker(files: string, tell: (news: News) => void): Thinker {
  const worker = new Worker(new URL("../worker/thinker.ts", import.meta.url), {
    type: "module",
    name: new URL(placed(files), location.href).href,
  });
  worker.onerror = ({ message }) => tell({ type: "failed", reason: "python", detail: message });
  const { post, hear } = lineTo<ToWorker, FromWorker>(worker);
  return { house: new WorkerHouse({ post, listen: hear }, tell), end: () => worker.terminate() };
}
