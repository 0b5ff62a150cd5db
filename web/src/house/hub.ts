import {
  type FromWorker,
  isReply,
  type Line,
  type News,
  type Reply,
  type ToWorker,
} from "./protocol";

/**
 * One worker with a house for several tabs: their numbers become numbers of its own, answers find
 * the tab that asked, and who comes later is told what the others have heard.
 */

type Asked = { tab: string; id: number; isWire: boolean };

export class Hub {
  private nextId = 1;
  private asked = new Map<number, Asked>();
  private numbers = new Map<string, number>();
  /** The latest of every kind of news, in the order of their first coming. */
  private known = new Map<string, News>();

  constructor(
    private worker: Line<ToWorker, FromWorker>,
    private onReply: (tab: string, reply: Reply) => void,
    private onNews: (news: News) => void,
  ) {
    worker.hear((message) => (isReply(message) ? this.replied(message) : this.told(message)));
  }

  take(tab: string, message: ToWorker): void {
    if (!("id" in message)) this.worker.post(message);
    else this.passOn(tab, message);
  }

  /** Everything that a newcomer has missed. */
  past(): News[] {
    return [...this.known.values()];
  }

  /** A tab that is gone speaks on no line any more. */
  gone(tab: string): void {
    for (const [number, asked] of [...this.asked]) {
      if (asked.tab !== tab) continue;
      if (asked.isWire) this.worker.post({ type: "leave", id: number });
      this.forget(number);
    }
  }

  private passOn(tab: string, message: Extract<ToWorker, { id: number }>): void {
    const opens = message.type === "request" || message.type === "connect";
    if (opens) this.note(tab, message.id, message.type === "connect");
    const number = this.numbers.get(`${tab} ${message.id}`);
    if (number === undefined) return; // a line that was closed meanwhile
    this.worker.post({ ...message, id: number });
    if (message.type === "leave") this.forget(number);
  }

  private note(tab: string, id: number, isWire: boolean): void {
    const number = this.nextId++;
    this.asked.set(number, { tab, id, isWire });
    this.numbers.set(`${tab} ${id}`, number);
  }

  private forget(number: number): void {
    const asked = this.asked.get(number);
    if (asked) this.numbers.delete(`${asked.tab} ${asked.id}`);
    this.asked.delete(number);
  }

  private replied(reply: Reply): void {
    const asked = this.asked.get(reply.id);
    if (!asked) return;
    if (reply.type !== "said") this.forget(reply.id);
    this.onReply(asked.tab, { ...reply, id: asked.id });
  }

  private told(news: News): void {
    this.known.set(kindOf(news), news);
    this.onNews(news);
  }
}

function kindOf(news: News): string {
  if (news.type === "progress") return `progress ${news.part}`;
  return news.type === "ready-game" ? `ready ${news.game}` : news.type;
}
