import type { Handed, Thinking, ThinkingPath } from "../wire";
import { type Arrival, after, onTheWay } from "./arrival";
import { type Answer, BROKEN, CLOSED, type House, textOf, type Wire } from "./house";
import type { News } from "./protocol";

/**
 * A house in the network whose visitor thinks along: what the house offers goes to a worker of this
 * browser once that is ready, and everything else to the network. Of some things the house does its
 * own part first and hands over what is to be searched. Where no worker comes, or one gives up, the
 * house goes on as if there were none.
 */

export type Thinker = { house: House; end: () => void };
type Start = (files: string, tell: (news: News) => void) => Promise<Thinker>;

const SOCKET: ThinkingPath["method"] = "SOCKET";
const HANDED = 202;
const REFUSED = 400; // from here on
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

  /** What the worker answers; nothing if it cannot be asked, or breaks down. */
  async ask(...question: Parameters<House["ask"]>): Promise<Answer | null> {
    const asked = this.house?.ask(...question).catch(() => null) ?? null;
    const answer = await Promise.race([asked, this.givenUp]);
    return answer && answer.status < FAILED ? answer : null;
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
    const meant = this.meant(method, path, body);
    const plainly = () => this.network.ask(method, path, lang, body);
    const tried = meant && this.wanted();
    if (!tried?.house) return plainly();
    if (!meant?.handed) return (await tried.ask(method, path, lang, body)) ?? plainly();
    const told = await this.network.ask(method, `${path}?here=true`, lang, body);
    if (told.status !== HANDED) return told;
    const handed = read(told) as Handed;
    const found = await tried.ask("POST", handed.path, lang, JSON.stringify(handed.body));
    if (found && found.status < REFUSED) return put(handed, read(found));
    return instead(handed, plainly);
  }

  connect(path: string, lang: string): Wire {
    const by = this.holderOf(path);
    const wire = by.connect(path, lang);
    for (const old of [...this.lines.keys()]) if (old.readyState === CLOSED) this.lines.delete(old);
    this.lines.set(wire, { path, by });
    return wire;
  }

  want(game: string): void {
    this.tried?.house?.want(game);
  }

  beginAnew(): void {}

  thinkHere(offer: Thinking | null, atOnce: boolean): void {
    if (offer?.files !== this.offer?.files) {
      this.tried?.end();
      this.tried = null;
      this.offer = offer;
      this.tell(null);
      this.moveLines(); // a line that is open already wants a worker, too
    }
    if (atOnce) this.wanted();
  }

  /** As what the house offers something; null if only the house does it. */
  private meant(method: string, path: string, body: string | null): ThinkingPath | null {
    return this.offer?.paths.find((each) => isMeant(each, method, path, body)) ?? null;
  }

  /** Whoever wants a worker brings it on its way. */
  private wanted(): Try | null {
    if (this.offer) this.tried ??= this.begin(this.offer.files);
    return this.tried;
  }

  private holderOf(path: string): House {
    const tried = this.meant(SOCKET, path, null) && this.wanted();
    return tried?.house ?? this.network;
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
      if (wire.readyState === CLOSED || by === this.holderOf(path)) continue;
      this.lines.delete(wire);
      const { onclose } = wire;
      wire.onclose = null;
      wire.close();
      onclose?.({ code: BROKEN });
    }
  }
}

type Parts = Readonly<Record<string, unknown>>;

const read = (answer: Answer): unknown => JSON.parse(textOf(answer));

/** The answer to what was handed over, with what was found in its place. */
function put({ told, into }: Handed, found: unknown): Answer {
  const within = (parts: unknown, [name, ...rest]: readonly string[]): unknown =>
    name === undefined
      ? found
      : { ...(parts as Parts), [name]: within((parts as Parts)[name], rest) };
  return { status: 200, kind: "application/json", body: JSON.stringify(within(told, into)) };
}

/** The same by the house, asked once more. What it has told counts, whatever becomes of the rest. */
async function instead(handed: Handed, plainly: () => Promise<Answer>): Promise<Answer> {
  if (!handed.told) return plainly();
  const again = await plainly().catch(() => null);
  const whole = again && again.status < REFUSED ? read(again) : handed.told;
  return put(
    handed,
    handed.into.reduce((parts: unknown, name) => (parts as Parts)[name], whole),
  );
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
