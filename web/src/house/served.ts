import type { Thinking, ThinkingPath } from "../wire";
import { type Arrival, after, onTheWay } from "./arrival";
import { type Answer, BROKEN, CLOSED, type House, type Wire } from "./house";
import type { News } from "./protocol";

/**
 * A house in the network whose visitor thinks along: what the house offers goes to a worker of this
 * browser once that is ready, and everything else to the network. Where no worker comes, or one
 * gives up, the house goes on as if there were none.
 */

export type Thinker = { house: House; end: () => void };
type Start = (files: string, tell: (news: News) => void) => Promise<Thinker>;

const SOCKET: ThinkingPath["method"] = "SOCKET";
const FAILED = 500; // from here on it is no answer but a breakdown

/** One try to have a worker; `given up` ends what it was asked and has not answered. */
class Try {
  arrived: Arrival = onTheWay;
  thinker: Thinker | null = null;
  private giveUp: () => void = () => undefined;
  readonly givenUp = new Promise<null>((resolve) => {
    this.giveUp = () => resolve(null);
  });

  /** The worker, if it can be asked. */
  get house(): House | null {
    return this.arrived.isReady && !this.arrived.trouble ? (this.thinker?.house ?? null) : null;
  }

  end(): void {
    this.thinker?.end();
    this.thinker = null;
    this.giveUp();
  }
}

export class ServedHouse implements House {
  private offer: Thinking | null = null;
  private tried: Try | null = null;
  private lines = new Map<Wire, { path: string; by: House }>();

  constructor(
    private network: House,
    private start: Start,
    private tell: (arrived: Arrival | null) => void,
  ) {}

  async ask(method: string, path: string, lang: string, body: string | null): Promise<Answer> {
    const by = this.houseFor(method, path, body);
    const here = by === this.network ? null : this.answered(by.ask(method, path, lang, body));
    return (await here) ?? this.network.ask(method, path, lang, body);
  }

  connect(path: string, lang: string): Wire {
    const by = this.houseFor(SOCKET, path, null);
    const wire = by.connect(path, lang);
    for (const old of [...this.lines.keys()]) if (old.readyState === CLOSED) this.lines.delete(old);
    this.lines.set(wire, { path, by });
    return wire;
  }

  want(game: string): void {
    this.tried?.house?.want(game);
  }

  beginAnew(): void {}

  thinkHere(offer: Thinking | null): void {
    if (offer?.files === this.offer?.files) return;
    this.tried?.end();
    this.tried = null;
    this.offer = offer;
    this.tell(null);
    this.moveLines(); // a line that is open already wants a worker, too
  }

  /** Who answers; what may be thought here brings a worker on its way. */
  private houseFor(method: string, path: string, body: string | null): House {
    const { offer } = this;
    if (!offer?.paths.some((each) => isMeant(each, method, path, body))) return this.network;
    this.tried ??= this.begin(offer.files);
    return this.tried.house ?? this.network;
  }

  /** What the worker answers; nothing if it breaks down. */
  private async answered(asked: Promise<Answer>): Promise<Answer | null> {
    const answer = await Promise.race([asked, this.tried?.givenUp ?? null]).catch(() => null);
    return answer && answer.status < FAILED ? answer : null;
  }

  private begin(files: string): Try {
    const tried = new Try();
    this.tell(tried.arrived);
    const tell = (news: News) => this.heard(tried, news);
    this.start(files, tell).then(
      (thinker) => {
        if (tried === this.tried && !tried.arrived.trouble) tried.thinker = thinker;
        else thinker.end();
      },
      (error) => tell({ type: "failed", reason: "python", detail: String(error) }),
    );
    return tried;
  }

  private heard(tried: Try, news: News): void {
    if (tried !== this.tried) return;
    tried.arrived = after(tried.arrived, news);
    if (news.type === "failed") tried.end();
    this.tell(tried.arrived);
    if (news.type === "ready" || news.type === "failed") this.moveLines();
  }

  /** Lines that another side should hold now break; whoever needs one comes back. */
  private moveLines(): void {
    for (const [wire, { path, by }] of [...this.lines]) {
      if (wire.readyState === CLOSED || by === this.houseFor(SOCKET, path, null)) continue;
      this.lines.delete(wire);
      const { onclose } = wire;
      wire.onclose = null;
      wire.close();
      onclose?.({ code: BROKEN });
    }
  }
}

function isMeant(
  { method, path, given }: ThinkingPath,
  asked: string,
  address: string,
  body: string | null,
): boolean {
  return method === asked && isBelow(path, address) && (!given || has(body, given));
}

/** Whether an address is one of a path, in which `{name}` stands for any part. */
function isBelow(path: string, address: string): boolean {
  const [parts, found] = [path.split("/"), (address.split("?")[0] ?? "").split("/")];
  return (
    parts.length === found.length &&
    parts.every((part, at) => part.startsWith("{") || part === found[at])
  );
}

function has(body: string | null, part: string): boolean {
  const told = JSON.parse(body ?? "null") as Record<string, unknown> | null;
  return told?.[part] != null;
}
