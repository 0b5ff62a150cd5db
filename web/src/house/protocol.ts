import type { FromWorker as FromHouse, Reason, ToWorker } from "../worker/protocol";

/** What a page, its worker with the house and the other tabs say to each other. */

export type { ToWorker };

/** What goes wrong: with the house itself, or as another tab has the house of another build. */
export type Trouble = Reason | "other";

/** To one who asked. */
export type Reply = Extract<FromHouse, { id: number }>;

/** To everybody. */
export type News =
  | Exclude<FromHouse, { id: number } | { type: "failed" }>
  | { type: "failed"; reason: Trouble; detail: string };

export type FromWorker = Reply | News;

export const isReply = (message: FromWorker): message is Reply => "id" in message;

/** Something to speak to and to listen to: a worker, or a channel to other tabs. */
export type Line<Out, In> = {
  post: (message: Out) => void;
  hear: (listener: (message: In) => void) => void;
};

export function lineTo<Out, In>(end: Worker | BroadcastChannel): Line<Out, In> {
  return {
    post: (message) => end.postMessage(message),
    hear: (listener) => {
      end.onmessage = ({ data }) => listener(data as In);
    },
  };
}

/** One end of a line to the house. */
export type Port = {
  post: (message: ToWorker) => void;
  /** Who hears the answers; told that the house behind the line has become another. */
  listen: (hear: (message: FromWorker) => void, onAnother: () => void) => void;
};
