import { readingTime } from "../readingTime";
import type { Incoming } from "../socket";
import type { PlayedMessage } from "../wire";

/**
 * Decisions of others are seen one after the other: each has its time before the next one is shown.
 * One's own decisions wait for nothing; what they brought about has its time, too.
 */

/** Milliseconds to see what one did oneself, and what another did. */
export const NOD = 400;
export const GLANCE = 1100;

/** News that has to keep its order; all other news overtakes. */
const ORDERED: ReadonlySet<Incoming["type"]> = new Set([
  "table",
  "played",
  "offers",
  "thinking",
  "chat",
]);

type Hooks = {
  show: (news: Incoming) => void;
  /** How many decisions are held back now. */
  onWaiting: (count: number) => void;
  /** Whether anything may be held back at all. */
  mayWait: () => boolean;
};

export class Pace {
  private waiting: Incoming[] = [];
  private mine: readonly number[] = [];
  private freeAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private hooks: Hooks) {}

  hear = (news: Incoming): void => {
    if (ORDERED.has(news.type)) {
      this.waiting.push(news);
      this.showDue();
    } else this.hooks.show(news);
  };

  /** Shows everything at once. */
  hurry = (): void => {
    this.freeAt = 0;
    for (const news of this.waiting.splice(0)) this.show(news);
    this.freeAt = 0;
    this.rest();
  };

  stop(): void {
    clearTimeout(this.timer);
    this.waiting = [];
  }

  private showDue(): void {
    while (this.waiting[0] && this.patience(this.waiting[0]) <= 0)
      this.show(this.waiting.shift() as Incoming);
    this.rest();
  }

  private rest(): void {
    clearTimeout(this.timer);
    const [next] = this.waiting;
    if (next) this.timer = setTimeout(() => this.showDue(), this.patience(next));
    this.hooks.onWaiting(this.waiting.filter(({ type }) => type === "played").length);
  }

  private patience(news: Incoming): number {
    const waits = news.type === "played" && this.isOthers(news) && this.hooks.mayWait();
    return waits ? this.freeAt - performance.now() : 0;
  }

  private show(news: Incoming): void {
    if (news.type === "table") this.mine = news.table.you;
    if (news.type === "played") this.freeAt = performance.now() + this.timeFor(news);
    this.hooks.show(news);
  }

  private timeFor(news: PlayedMessage): number {
    const { events } = news.view;
    if (events.length) return readingTime(events.map(({ sentence }) => sentence?.text).join(" "));
    return this.isOthers(news) ? GLANCE : NOD;
  }

  private isOthers({ seat }: PlayedMessage): boolean {
    return !this.mine.includes(seat);
  }
}
