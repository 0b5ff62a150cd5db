import type { Tell } from "./protocol";
import { checked, steadily, wholeBody } from "./steadily";

/** Where the parts of the site come from; each belongs to a part whose progress is told. */
export interface Files {
  bytes(path: string, part: string): Promise<Uint8Array>;
}

/** How many bytes the files of a site have, unpacked: what a server sends may be packed. */
export type Sizes = Readonly<Record<string, number>>;

/** Counts what has come of each part, and tells it a few times a second. */
export class Progress {
  private readonly parts = new Map<string, { done: number; total: number; told: number }>();

  constructor(private readonly tell: Tell) {}

  expect(part: string, bytes: number): void {
    const known = this.of(part);
    known.total += bytes;
  }

  came(part: string, bytes: number): void {
    const known = this.of(part);
    known.done += bytes;
    known.total = Math.max(known.total, known.done);
    const now = performance.now();
    if (now - known.told < 100 && known.done < known.total) return;
    known.told = now;
    this.tell({ type: "progress", part, done: known.done, total: known.total });
  }

  private of(part: string): { done: number; total: number; told: number } {
    const known = this.parts.get(part) ?? { done: 0, total: 0, told: Number.NEGATIVE_INFINITY };
    this.parts.set(part, known);
    return known;
  }
}

/** The files of a site, fetched from beside the page. */
export class SiteFiles implements Files {
  private lose: (error: Error) => void = () => undefined;
  /** Rejects when a file could not be had: Pyodide says nothing when its code breaks off. */
  readonly lost = new Promise<never>((_, reject) => {
    this.lose = reject;
  });
  private readonly plain = fetch.bind(globalThis); // the worker counts what Pyodide fetches, too

  constructor(
    private readonly base: URL,
    private readonly sizes: Promise<Sizes>,
    private readonly progress: Progress,
  ) {
    this.lost.catch(() => undefined); // who waits for it hears of it
  }

  async bytes(path: string, part: string): Promise<Uint8Array> {
    const answer = await this.fetched(new URL(path, this.base), part);
    return new Uint8Array(await answer.arrayBuffer());
  }

  /** An answer whose bytes are counted while they come. What is kept here comes as it is: of such an
   * answer a browser keeps what it compiled, which counting would undo. */
  async fetched(address: URL, part: string): Promise<Response> {
    const ask = async () => checked(await this.plain(address), address.pathname);
    const coming = [steadily(ask), this.sizes, isKept(address)] as const; // side by side
    const [answer, sizes, kept] = await Promise.all(coming).catch((error) => this.gaveUp(error));
    const size = this.sizeOf(address, sizes);
    this.progress.expect(part, size);
    if (kept) {
      this.progress.came(part, size);
      return answer;
    }
    const came = (bytes: number) => this.progress.came(part, bytes);
    const body = wholeBody(answer, ask, size, came, { onLost: (error) => this.lose(error) });
    const headers = { "content-type": answer.headers.get("content-type") ?? "" };
    return new Response(body, { headers });
  }

  private gaveUp(error: Error): never {
    this.lose(error);
    throw error;
  }

  private sizeOf(address: URL, sizes: Sizes): number {
    const folder = new URL(".", this.base).pathname;
    return sizes[address.pathname.slice(folder.length)] ?? 0;
  }
}

/** Whether the service worker has kept a file. Not every line and not every browser has such a one. */
async function isKept(address: URL): Promise<boolean> {
  try {
    return (await caches.match(address, { ignoreSearch: true })) !== undefined;
  } catch {
    return false;
  }
}
