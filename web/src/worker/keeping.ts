// The database of the house, kept in the browser as blocks: a commit writes those that changed.

import type { Reason } from "./protocol";

export interface Store {
  /** What was kept last; undefined if nothing was. */
  load(): Promise<Uint8Array | undefined>;
  /** Keep a database, as a whole or not at all. */
  keep(data: Uint8Array): Promise<void>;
  /** Put aside what was kept, and keep nothing of it any more. */
  putAside(): Promise<void>;
  /** Leave a sign of life, in seconds: no harm is done if it is lost. */
  showLife(at: number): void;
  /** The last one; 0 if there is none. */
  lastLife(): Promise<number>;
}

/** Why something cannot be kept. */
export class NotKept extends Error {
  constructor(
    readonly reason: Reason,
    detail: string,
  ) {
    super(detail);
  }
}

const HOUSE = "house";
const ASIDE = "aside";
const SIZE = "size";
const LIFE = "life";
export const BLOCK = 64 * 1024;

/** Keeps blocks in IndexedDB. A database that was closed or cleared is opened and written anew. */
export class BrowserStore implements Store {
  private open: IDBDatabase | undefined;
  private kept: Uint8Array | undefined; // undefined: all blocks are to be written

  /** Several sites of one host have a database each. */
  constructor(private readonly name: string) {}

  async load(): Promise<Uint8Array | undefined> {
    try {
      const database = await this.database();
      const store = database.transaction(HOUSE).objectStore(HOUSE);
      const [size, blocks] = await Promise.all([
        done<number | undefined>(store.get(SIZE)),
        done<Uint8Array[]>(store.getAll(IDBKeyRange.bound(0, Number.MAX_SAFE_INTEGER))),
      ]);
      if (size === undefined) return undefined;
      this.kept = joined(blocks, size);
      return this.kept.slice();
    } catch (error) {
      throw notKept(error);
    }
  }

  async keep(data: Uint8Array): Promise<void> {
    const kept = this.open ? this.kept : undefined;
    this.kept = undefined; // until it is known to be there
    try {
      const database = await this.database();
      const writing = database.transaction(HOUSE, "readwrite", { durability: "strict" });
      const store = writing.objectStore(HOUSE);
      if (!kept) store.clear();
      if (kept?.length !== data.length) store.put(data.length, SIZE);
      for (const number of changed(kept, data)) store.put(blockOf(data, number), number);
      const last = Math.ceil(data.length / BLOCK);
      store.delete(IDBKeyRange.bound(last, Number.MAX_SAFE_INTEGER));
      await finished(writing);
      this.kept = data;
    } catch (error) {
      throw notKept(error);
    }
  }

  async putAside(): Promise<void> {
    const database = await this.database();
    const writing = database.transaction([HOUSE, ASIDE], "readwrite", { durability: "strict" });
    if (this.kept) writing.objectStore(ASIDE).put(this.kept, Date.now());
    writing.objectStore(HOUSE).clear();
    await finished(writing);
    this.kept = undefined;
  }

  showLife(at: number): void {
    try {
      const writing = this.open?.transaction(HOUSE, "readwrite", { durability: "relaxed" });
      writing?.objectStore(HOUSE).put(at, LIFE);
    } catch {
      // It was closed just now.
    }
  }

  async lastLife(): Promise<number> {
    try {
      const reading = (await this.database()).transaction(HOUSE);
      return (await done<number | undefined>(reading.objectStore(HOUSE).get(LIFE))) ?? 0;
    } catch {
      return 0;
    }
  }

  private async database(): Promise<IDBDatabase> {
    if (this.open) return this.open;
    const asked = indexedDB.open(this.name, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(HOUSE);
      asked.result.createObjectStore(ASIDE);
    };
    const database = await done(asked);
    const gone = () => {
      this.open = undefined;
    };
    database.onclose = gone; // the visitor has cleared everything
    database.onversionchange = () => {
      database.close();
      gone();
    };
    this.open = database;
    return database;
  }
}

/** Keeps nothing beyond this page, where a browser keeps nothing at all. */
export class NoStore implements Store {
  async load(): Promise<undefined> {
    return undefined;
  }
  async keep(): Promise<void> {}
  async putAside(): Promise<void> {}
  showLife(): void {}
  async lastLife(): Promise<number> {
    return 0;
  }
}

/** The numbers of the blocks that are not as they were. */
export function changed(kept: Uint8Array | undefined, data: Uint8Array): number[] {
  const count = Math.ceil(data.length / BLOCK);
  const all = Array.from({ length: count }, (_, number) => number);
  return kept ? all.filter((number) => !same(kept, data, number)) : all;
}

function blockOf(data: Uint8Array, number: number): Uint8Array {
  return data.slice(number * BLOCK, (number + 1) * BLOCK);
}

function same(one: Uint8Array, other: Uint8Array, number: number): boolean {
  const end = Math.min((number + 1) * BLOCK, other.length);
  if (end > one.length) return false;
  for (let place = number * BLOCK; place < end; place++) {
    if (one[place] !== other[place]) return false;
  }
  return true;
}

export function joined(blocks: readonly Uint8Array[], size: number): Uint8Array {
  const data = new Uint8Array(size);
  blocks.slice(0, Math.ceil(size / BLOCK)).forEach((block, number) => {
    data.set(block.subarray(0, size - number * BLOCK), number * BLOCK);
  });
  return data;
}

function done<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((found, failed) => {
    asked.onsuccess = () => found(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

function finished(writing: IDBTransaction): Promise<void> {
  return new Promise((found, failed) => {
    writing.oncomplete = () => found();
    writing.onabort = () => failed(writing.error);
    writing.onerror = () => failed(writing.error);
  });
}

function notKept(error: unknown): NotKept {
  const full = error instanceof DOMException && error.name === "QuotaExceededError";
  return new NotKept(full ? "storage-full" : "storage-gone", String(error));
}
