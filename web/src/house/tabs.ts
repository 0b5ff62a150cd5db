import { Hub } from "./hub";
import type { FromWorker, Line, News, Port, Reply, ToWorker } from "./protocol";

/**
 * Several tabs, one house: the tab that holds the lock has the worker and with it the tables, all
 * others talk to it over a channel. When it goes, the lock falls to another, which says so; lines
 * are then broken and come back, as with a house in the network that was started again.
 */

export type Told =
  | { type: "who"; tab: string }
  | { type: "owner"; tab: string; version: string; past: News[] }
  | { type: "ask"; tab: string; owner: string; message: ToWorker }
  | { type: "reply"; tab: string; message: Reply }
  | { type: "news"; owner: string; news: News };

/** What of the browser's locks is needed: held until what is begun under it ends. */
export type Locks = { request: (name: string, begin: () => Promise<unknown>) => Promise<unknown> };

export type Surroundings = {
  tab: string;
  /** Which build this is: tabs of different builds do not share a house. */
  version: string;
  locks: Locks;
  channel: Line<Told, Told>;
  startWorker: () => Line<ToWorker, FromWorker>;
};

const HOUSE = "blockhaus-house";
const tabLock = (tab: string) => `blockhaus-tab-${tab}`;
const forever = () => new Promise<never>(() => undefined);

export class TabPort implements Port {
  private hub: Hub | null = null;
  private owner: string | null = null;
  private known = false;
  private queue: ToWorker[] = [];
  private watched = new Set<string>();
  private hear: (message: FromWorker) => void = () => undefined;
  private onAnother: () => void = () => undefined;

  constructor(private own: Surroundings) {
    own.channel.hear((told) => this.told(told));
  }

  listen(hear: (message: FromWorker) => void, onAnother: () => void): void {
    const { locks, channel, tab } = this.own;
    this.hear = hear;
    this.onAnother = onAnother;
    // Only who holds its own lock may be heard of: others take it for a sign that it is gone.
    void locks.request(tabLock(tab), () => {
      this.known = true;
      channel.post({ type: "who", tab });
      return forever();
    });
    void locks.request(HOUSE, () => this.moveIn());
  }

  post(message: ToWorker): void {
    const { tab, channel } = this.own;
    if (this.hub) this.hub.take(tab, message);
    else if (this.owner) channel.post({ type: "ask", tab, owner: this.owner, message });
    else this.queue.push(message);
  }

  /** The house is here from now on, as long as this tab is. */
  private moveIn(): Promise<never> {
    const { tab, channel, startWorker } = this.own;
    this.hub = new Hub(
      startWorker(),
      (to, message) => {
        if (to === tab) this.hear(message);
        else channel.post({ type: "reply", tab: to, message });
      },
      (news) => {
        this.hear(news);
        channel.post({ type: "news", owner: tab, news });
      },
    );
    this.announce();
    this.follow(tab, []);
    return forever();
  }

  private announce(): void {
    const { tab, version, channel } = this.own;
    channel.post({ type: "owner", tab, version, past: this.hub?.past() ?? [] });
  }

  /** From now on this tab's house is there. */
  private follow(owner: string, past: News[]): void {
    if (this.owner === owner) return;
    const before = this.owner;
    this.owner = owner;
    if (before) this.onAnother();
    for (const message of this.queue.splice(0)) this.post(message);
    for (const news of past) this.hear(news);
  }

  private told(told: Told): void {
    if (told.type === "who") this.greet(told.tab);
    else if (told.type === "owner") this.hearOwner(told);
    else if (told.type === "ask") this.pass(told);
    else if (told.type === "reply") {
      if (told.tab === this.own.tab) this.hear(told.message);
    } else if (told.owner === this.owner) this.hear(told.news);
  }

  private greet(tab: string): void {
    if (this.hub) this.announce();
    this.watch(tab);
  }

  private hearOwner({ tab, version, past }: Extract<Told, { type: "owner" }>): void {
    if (this.hub || !this.known || tab === this.owner) return;
    if (version === this.own.version) this.follow(tab, past);
    else this.hear({ type: "failed", reason: "other", detail: version });
  }

  private pass({ tab, owner, message }: Extract<Told, { type: "ask" }>): void {
    if (owner !== this.own.tab) return;
    this.watch(tab);
    this.hub?.take(tab, message);
  }

  /** A tab holds its own lock while it lives: whoever gets it knows that the tab is gone. */
  private watch(tab: string): void {
    if (!this.hub || this.watched.has(tab)) return;
    this.watched.add(tab);
    void this.own.locks.request(tabLock(tab), async () => {
      this.watched.delete(tab);
      this.hub?.gone(tab);
    });
  }
}
