import { placed } from "../base";
import { unpacked } from "../worker/packs";
import { neededFirst } from "./firstDrawing";
import type { Answer, House } from "./house";

/** The house as a page: in a worker, and what it would always answer the same lies there as files. */

/** What is written down when the page is built: it is there before Python is. */
const WRITTEN = /^\/api\/(house|games(\/[^/]+(\/words\/[a-z]{2})?)?)$/;
/** The same in the language that is asked for, packed: a rulebook is long, and few servers pack. */
const SPOKEN = /^\/api\/(theorems|games\/[^/]+\/rulebook)$/;
/** Requests after which there is something that somebody would miss. */
const WORTH_KEEPING = /^\/api\/(tables|lessons|puzzles|solo|me)\b/;

export class Site implements House {
  private asksToKeep = true;

  constructor(
    private worker: House,
    private written: (file: string) => Promise<Answer | null>,
    private keep: () => void,
  ) {}

  async ask(method: string, path: string, lang: string, body: string | null): Promise<Answer> {
    const file = method === "GET" ? fileOf(path, lang) : null;
    const known = file && (await neededFirst(this.written(file)));
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

/** The file in which an answer is written down, if it is. */
function fileOf(path: string, lang: string): string | null {
  const name = path.replace("/api/", "/answers/");
  if (WRITTEN.test(path)) return `${name}.json`;
  return SPOKEN.test(path) ? `${name}/${lang}.pack` : null;
}

export async function writtenAnswer(file: string): Promise<Answer | null> {
  try {
    const found = await fetch(placed(file));
    if (!found.ok) return null;
    const body = await unpacked(new Uint8Array(await found.arrayBuffer()));
    return { status: 200, kind: "application/json", body };
  } catch {
    return null;
  }
}
