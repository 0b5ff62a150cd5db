// The house in a worker: Python, the games' modules and what is kept, brought together. Nothing here
// knows of games or tables: requests and conversations are handed to Python and back.

import type { PyodideInterface } from "pyodide";
import type { PyCallable, PyProxy } from "pyodide/ffi";
import type { Files } from "./files";
import { NoStore, NotKept, type Store } from "./keeping";
import { type Instance, Modules } from "./modules";
import { opened, putInto } from "./packs";
import type { Reason, Tell, ToWorker } from "./protocol";

/** What Python opens: `blockhaus.page.opening.OpenHouse`. */
interface OpenHouse extends PyProxy {
  request(method: string, path: string, body: string | undefined, lang: string): Promise<PyProxy>;
  connect(
    path: string,
    lang: string,
    say: (text: string) => void,
    closed: (code: number) => void,
  ): Talk | undefined;
  want(game: string): void;
}

interface Talk extends PyProxy {
  hear(text: string): void;
  hang_up(): void;
}

/** What the house has to work with. */
export interface Means {
  readonly files: Files;
  readonly store: Store;
  python(): Promise<PyodideInterface>;
}

const START = "page_start"; // web/tools/page_start.py
const ENTRY = "blockhaus.page.entry";
const PACKS = ["python/libraries.pack", "python/blockhaus.pack"];
const EMPTY = "house.db";

export class PageHouse {
  private house: OpenHouse | undefined;
  private waiting: ToWorker[] = [];
  private failed = false;
  private readonly talks = new Map<number, Talk>();
  private readonly modules: Modules;
  private store: Store;
  private python: Promise<PyodideInterface> | undefined;

  constructor(
    private readonly means: Means,
    private readonly tell: Tell,
  ) {
    this.store = means.store;
    this.modules = new Modules(means.files, (game) => tell({ type: "ready-game", game }));
  }

  /** Opens the house; what was asked meanwhile is answered then. */
  async open(): Promise<void> {
    this.failed = false;
    try {
      this.python ??= this.prepared();
      const host = this.host(); // what was kept is read while Python starts
      const python = await this.python;
      const entry = python.pyimport(ENTRY) as PyProxy & { open_house: PyCallable };
      this.house = (await entry.open_house(host)) as OpenHouse;
    } catch (error) {
      this.failed = true;
      this.fail(reasonOf(error), String(error));
      return;
    }
    this.tell({ type: "ready" });
    const waiting = this.waiting;
    this.waiting = [];
    for (const message of waiting) this.hear(message);
  }

  hear(message: ToWorker): void {
    if (message.type === "anew" && this.failed) {
      void this.store.putAside().then(() => this.open());
    } else if (message.type === "want" && !this.house) {
      void this.modules.fetchGame(message.game).catch(() => {}); // Python asks again
      this.waiting.push(message);
    } else if (!this.house) this.waiting.push(message);
    else this.answer(this.house, message);
  }

  private answer(house: OpenHouse, message: ToWorker): void {
    switch (message.type) {
      case "request":
        void this.request(house, message);
        break;
      case "connect":
        this.connect(house, message.id, message.path, message.lang);
        break;
      case "say":
        this.talks.get(message.id)?.hear(message.text);
        break;
      case "leave":
        this.talks.get(message.id)?.hang_up();
        this.forget(message.id);
        break;
      case "want":
        house.want(message.game);
    }
  }

  private async request(
    house: OpenHouse,
    asked: Extract<ToWorker, { type: "request" }>,
  ): Promise<void> {
    try {
      const found = await house.request(
        asked.method,
        asked.path,
        asked.body ?? undefined,
        asked.lang,
      );
      const [status, kind, body] = found.toJs() as [number, string, string | Uint8Array];
      found.destroy();
      this.tell({ type: "answer", id: asked.id, status, kind, body });
    } catch (error) {
      this.fail("python", String(error));
      const body = JSON.stringify({ error: { code: "broken", message: "" } });
      this.tell({ type: "answer", id: asked.id, status: 500, kind: "application/json", body });
    }
  }

  private connect(house: OpenHouse, id: number, path: string, lang: string): void {
    const talk = house.connect(
      path,
      lang,
      (text) => this.tell({ type: "said", id, text }),
      (code) => {
        if (this.forget(id) || !talk) this.tell({ type: "closed", id, code });
      },
    );
    if (talk) this.talks.set(id, talk);
  }

  private forget(id: number): boolean {
    this.talks.get(id)?.destroy();
    return this.talks.delete(id);
  }

  private async prepared(): Promise<PyodideInterface> {
    if (typeof WebAssembly === "undefined") throw new Error("no WebAssembly");
    const packs = PACKS.map(async (path) => opened(await this.means.files.bytes(path, "house")));
    for (const pack of packs) pack.catch(() => {}); // it is waited for below
    const python = await this.means.python();
    const folder = python.runPython("import site; site.getsitepackages()[0]") as string;
    for (const pack of packs) putInto(python, folder, await pack);
    (python.pyimport(START) as PyProxy & { begin: PyCallable }).begin();
    return python;
  }

  /** What Python is given: see `blockhaus.page.hosting`. */
  private host(): Record<string, unknown> {
    const kept = this.load();
    const empty = kept.then((data) => data ?? this.means.files.bytes(EMPTY, "house"));
    empty.catch(() => {}); // Python asks for it
    return {
      description: (game: string): string => this.modules.description(game),
      module: (game: string): Instance => this.modules.module(game),
      fetchGame: (game: string): Promise<void> => this.modules.fetchGame(game),
      load: () => kept,
      begin: () => empty,
      keep: (data: Uint8Array) => this.keep(data),
      showLife: (at: number): void => this.store.showLife(at),
      lastLife: (): Promise<number> => this.store.lastLife(),
    };
  }

  private async load(): Promise<Uint8Array | undefined> {
    try {
      return await this.store.load();
    } catch (error) {
      this.fail("storage-gone", String(error)); // one can play all the same
      this.store = new NoStore();
      return undefined;
    }
  }

  private async keep(data: Uint8Array): Promise<void> {
    try {
      await this.store.keep(data);
    } catch (error) {
      this.fail(error instanceof NotKept ? error.reason : "storage-gone", String(error));
      throw error;
    }
  }

  private fail(reason: Reason, detail: string): void {
    this.tell({ type: "failed", reason, detail });
  }
}

const REASONS: Record<string, Reason> = {
  StorageError: "damaged",
  NewerForm: "old",
  NotLoaded: "offline",
};

function reasonOf(error: unknown): Reason {
  if (typeof WebAssembly === "undefined") return "no-wasm";
  const kind = (error as { type?: string }).type ?? "";
  return REASONS[kind] ?? "python";
}
