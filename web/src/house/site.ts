import { placed } from "../base";
import { neededFirst } from "./firstDrawing";
import type { Answer, House } from "./house";

/** The house as a page: in a worker, and what it would always answer the same lies there as files. */

/** What is written down when the page is built: it is there before Python is. */
const WRITTEN = /^\/api\/(house|games(\/[^/]+(\/words\/[a-z]{2})?)?)$/;
/** Requests after which there is something that somebody would miss. */
const WORTH_KEEPING = /^\/api\/(tables|lessons|puzzles|solo|me)\b/;

export class Site implements House {
  private asksToKeep = true;

  constructor(
    private worker: House,
    private written: (path: string) => Promise<Answer | null>,
    private keep: () => void,
  ) {}

  async ask(method: string, path: string, lang: string, body: string | null): Promise<Answer> {
    const isWritten = method === "GET" && WRITTEN.test(path);
    const known = isWritten ? await neededFirst(this.written(path)) : null;
    if (known) return known;
    const answer = await this.worker.ask(method, path, lang, body);
    if (method !== "GET" && WORTH_KEEPING.test(path) && answer.status < 400) this.keepOnce();
    return answer;
  }

  connect(path: string, lang: string) {
    return this.worker.connect(path, lang);
  }

  want(game: string): void {
    this.worker.want(game);
  }

  beginAnew(): void {
    this.worker.beginAnew();
  }

  /** Everything is here already. */
  thinkHere(): void {}

  /** Browsers may ask the person: not before there is something to be kept. */
  private keepOnce(): void {
    if (this.asksToKeep) this.keep();
    this.asksToKeep = false;
  }
}

export async function writtenAnswer(path: string): Promise<Answer | null> {
  try {
    const address = placed(`${path.replace("/api/", "/answers/")}.json`);
    const file = await fetch(address);
    return file.ok ? { status: 200, kind: "application/json", body: await file.text() } : null;
  } catch {
    return null;
  }
}
