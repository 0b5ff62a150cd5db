// What the client and the worker with the house say to each other. `id` is the client's choice.

export type ToWorker =
  | {
      readonly type: "request";
      readonly id: number;
      readonly method: string;
      readonly path: string; // such as /api/tables?list=mine
      readonly lang: string;
      readonly body: string | null; // JSON
    }
  | { readonly type: "connect"; readonly id: number; readonly path: string; readonly lang: string }
  | { readonly type: "say"; readonly id: number; readonly text: string }
  | { readonly type: "leave"; readonly id: number }
  | { readonly type: "want"; readonly game: string } // this game's parts first
  | { readonly type: "anew" }; // after "damaged": put aside what was kept, and begin anew

export type Reason =
  | "python" // the house could not be opened, or does not answer
  | "offline" // something that the house needs could not be loaded
  | "damaged" // what was kept cannot be read
  | "old" // what was kept was written by a newer page
  | "storage-full"
  | "storage-gone" // nothing can be kept here, or no longer
  | "no-wasm";

export type FromWorker =
  // Bytes of what is being loaded: "python", "house", or a game's name.
  | {
      readonly type: "progress";
      readonly part: string;
      readonly done: number;
      readonly total: number;
    }
  | { readonly type: "ready" }
  | { readonly type: "ready-game"; readonly game: string }
  | {
      readonly type: "answer";
      readonly id: number;
      readonly status: number;
      readonly kind: string; // the content type
      readonly body: string | Uint8Array;
    }
  | { readonly type: "said"; readonly id: number; readonly text: string }
  | { readonly type: "closed"; readonly id: number; readonly code: number }
  | { readonly type: "failed"; readonly reason: Reason; readonly detail: string };

export type Tell = (message: FromWorker) => void;
