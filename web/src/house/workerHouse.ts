import { type Answer, BROKEN, CLOSED, CONNECTING, type House, OPEN, type Wire } from "./house";
import type { FromWorker, News, Port, Reply } from "./protocol";

/** A house in a worker, of this tab or of another: what it is asked goes over one line. */

type Waiting = {
  again: (() => void) | null;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
};

/** What may be asked twice, as nothing comes of it. */
const HARMLESS = new Set(["GET", "HEAD"]);

export class WorkerHouse implements House {
  private nextId = 1;
  private ready = false;
  private waiting = new Map<number, Waiting>();
  private wires = new Map<number, WorkerWire>();

  constructor(
    private port: Port,
    private onNews: (news: News) => void,
  ) {
    port.listen(
      (message) => this.heard(message),
      () => this.another(),
    );
  }

  ask(method: string, path: string, lang: string, body: string | null): Promise<Answer> {
    const id = this.nextId++;
    const post = () => this.port.post({ type: "request", id, method, path, lang, body });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { again: HARMLESS.has(method) ? post : null, resolve, reject });
      post();
    });
  }

  connect(path: string, lang: string): Wire {
    const id = this.nextId++;
    const wire = new WorkerWire(
      (text) => this.port.post({ type: "say", id, text }),
      () => {
        if (this.wires.delete(id)) this.port.post({ type: "leave", id });
      },
    );
    this.wires.set(id, wire);
    this.port.post({ type: "connect", id, path, lang });
    // Whoever asked for the line has yet to say what shall happen when it opens.
    if (this.ready) queueMicrotask(() => wire.opened());
    return wire;
  }

  want(game: string): void {
    this.port.post({ type: "want", game });
  }

  beginAnew(): void {
    this.port.post({ type: "anew" });
  }

  /** Everything is here already. */
  thinkHere(): void {}

  private heard(message: FromWorker): void {
    if (message.type === "answer") this.answered(message);
    else if (message.type === "said") this.wires.get(message.id)?.heard(message.text);
    else if (message.type === "closed") this.ended(message.id, message.code);
    else this.told(message);
  }

  private told(news: News): void {
    if (news.type === "ready") {
      this.ready = true;
      for (const wire of [...this.wires.values()]) wire.opened();
    }
    this.onNews(news);
  }

  private answered({ id, status, kind, body }: Extract<Reply, { type: "answer" }>): void {
    this.waiting.get(id)?.resolve({ status, kind, body });
    this.waiting.delete(id);
  }

  private ended(id: number, code: number): void {
    const wire = this.wires.get(id);
    this.wires.delete(id);
    wire?.ended(code);
  }

  /** Another worker has the house now: it knows of no line and of no question. */
  private another(): void {
    this.ready = false;
    for (const id of [...this.wires.keys()]) this.ended(id, BROKEN);
    for (const [id, { again, reject }] of [...this.waiting]) {
      if (again) again();
      else {
        this.waiting.delete(id);
        reject(new Error("The house has moved to another tab."));
      }
    }
  }
}

class WorkerWire implements Wire {
  readyState = CONNECTING;
  /** It cannot fall silent without being told to be closed. */
  readonly isSteady = true;
  onopen: Wire["onopen"] = null;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;

  constructor(
    private say: (text: string) => void,
    private leave: () => void,
  ) {}

  send(text: string): void {
    if (this.readyState === OPEN) this.say(text);
  }

  close(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.leave();
  }

  opened(): void {
    if (this.readyState !== CONNECTING) return;
    this.readyState = OPEN;
    this.onopen?.();
  }

  heard(text: string): void {
    if (this.readyState === OPEN) this.onmessage?.({ data: text });
  }

  ended(code: number): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.onclose?.({ code });
  }
}
