import { errorOf, HouseError, spoken } from "./api";
import { house } from "./house";
import { OPEN, type Wire } from "./house/house";
import type { FromAnalysisPage, FromTablePage, ToAnalysisPage, ToTablePage } from "./wire";

/**
 * A socket that comes back. Questions wait for their answers; decisions that were not answered when
 * the line broke are sent again, which is safe because each carries its number.
 */

export type Line = "connecting" | "open" | "lost";
export type Outgoing = FromTablePage | FromAnalysisPage;
export type Incoming = ToTablePage | ToAnalysisPage;
type Waiting = {
  message: Outgoing;
  keep: boolean;
  resolve: (answer: Incoming) => void;
  reject: (error: Error) => void;
};
type Hooks = {
  path: string;
  hello: () => Outgoing | null;
  onMessage: (message: Incoming) => void;
  onLine: (line: Line) => void;
};

/** The house closes with this code where there is nothing to come back to. */
const NOTHING_HERE = 4404;
const PING = 20_000;
const PATIENCE = 8_000;
const LONGEST_WAIT = 10_000;

export class HouseSocket {
  private socket: Wire | null = null;
  private waiting = new Map<number, Waiting>();
  private nextId = 1;
  private tries = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private heart: ReturnType<typeof setInterval> | undefined;
  private doom: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(private hooks: Hooks) {
    this.connect();
    globalThis.addEventListener?.("online", this.wake);
    globalThis.document?.addEventListener("visibilitychange", this.wake);
  }

  /** Sends a question or a decision; answered by the message with the same id. */
  ask(message: Outgoing, keep = false): Promise<Incoming> {
    const id = this.nextId++;
    const sent = { ...message, id };
    return new Promise((resolve, reject) => {
      if (!keep && !this.isOpen) return reject(new HouseError("offline", ""));
      this.waiting.set(id, { message: sent, keep, resolve, reject });
      this.send(sent);
    });
  }

  send(message: Outgoing): void {
    if (this.isOpen) this.socket?.send(JSON.stringify(message));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    this.still();
    globalThis.removeEventListener?.("online", this.wake);
    globalThis.document?.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
    for (const { reject } of this.waiting.values()) reject(new HouseError("closed", ""));
    this.waiting.clear();
  }

  private get isOpen(): boolean {
    return this.socket?.readyState === OPEN;
  }

  private connect(): void {
    clearTimeout(this.retry);
    this.hooks.onLine(this.tries ? "lost" : "connecting");
    const socket = house.connect(this.hooks.path, spoken());
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.heard(JSON.parse(String(event.data)) as Incoming);
    socket.onclose = ({ code }) => {
      if (code === NOTHING_HERE) this.close();
      else if (socket === this.socket) this.lost();
    };
  }

  private opened(): void {
    this.tries = 0;
    this.hooks.onLine("open");
    const hello = this.hooks.hello();
    if (hello) this.send(hello);
    for (const { message } of this.waiting.values()) this.send(message);
    this.heart = setInterval(() => this.beat(), PING);
  }

  private beat(): void {
    if (this.socket?.isSteady) return;
    this.send({ type: "ping" });
    clearTimeout(this.doom);
    this.doom = setTimeout(() => this.drop(), PATIENCE);
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.lost();
  }

  private still(): void {
    clearInterval(this.heart);
    clearTimeout(this.doom);
  }

  private lost(): void {
    this.still();
    if (this.closed) return;
    for (const [id, { keep, reject }] of this.waiting)
      if (!keep) {
        this.waiting.delete(id);
        reject(new HouseError("offline", ""));
      }
    this.tries += 1;
    this.hooks.onLine("lost");
    const wait = Math.min(LONGEST_WAIT, 300 * 2 ** Math.min(this.tries, 6));
    this.retry = setTimeout(() => this.connect(), wait * (0.5 + Math.random() / 2));
  }

  private wake = (): void => {
    if (this.closed || globalThis.document?.hidden) return;
    if (this.isOpen) this.beat();
    else if (this.socket?.readyState !== 0) this.connect();
  };

  private heard(message: Incoming): void {
    clearTimeout(this.doom);
    if (message.type === "pong") return;
    const id = "id" in message && typeof message.id === "number" ? message.id : 0;
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (waiting && message.type === "error") {
      waiting.reject(errorOf(message.error));
      return;
    }
    // What answers a decision is news for the table too.
    waiting?.resolve(message);
    this.hooks.onMessage(message);
  }
}
