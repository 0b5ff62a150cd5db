import type { Line } from "./protocol";
import type { Locks } from "./tabs";

/**
 * Locks for browsers that have none, which is so wherever the line is not a safe one: who wants a
 * lock asks the other tabs, and has it if nobody says in time that it is taken. Of two who want it
 * at once, the one with the smaller number goes first.
 */

export type Note = {
  type: "want" | "taken" | "free";
  name: string;
  /** Who wants it, or wanted it and is answered. */
  number: number;
};

const PATIENCE = 400; // milliseconds in which a tab that is awake answers

export class ChannelLocks implements Locks {
  private number = Math.random();
  private wanted = new Set<string>();
  private held = new Set<string>();
  private listeners = new Set<(note: Note) => void>();

  constructor(private channel: Line<Note, Note>) {
    channel.hear((note) => this.heard(note));
  }

  async request(name: string, begin: () => Promise<unknown>): Promise<unknown> {
    this.wanted.add(name);
    while (await this.isTaken(name)) await this.next("free", name);
    this.wanted.delete(name);
    this.held.add(name);
    return begin().finally(() => this.release(name));
  }

  /** The tab is being left. */
  releaseAll(): void {
    for (const name of [...this.held]) this.release(name);
  }

  private release(name: string): void {
    if (this.held.delete(name)) this.post("free", name);
  }

  private isTaken(name: string): Promise<boolean> {
    const isMine = ({ number }: Note) => number === this.number;
    const taken = this.next("taken", name, isMine).then(() => true);
    const patience = new Promise<boolean>((end) => setTimeout(() => end(false), PATIENCE));
    this.post("want", name);
    return Promise.race([taken, patience]);
  }

  private next(
    type: Note["type"],
    name: string,
    fits: (note: Note) => boolean = () => true,
  ): Promise<void> {
    return new Promise((resolve) => {
      const look = (note: Note) => {
        if (note.type !== type || note.name !== name || !fits(note)) return;
        this.listeners.delete(look);
        resolve();
      };
      this.listeners.add(look);
    });
  }

  private heard(note: Note): void {
    if (note.type === "want") this.heardWish(note);
    for (const listener of [...this.listeners]) listener(note);
  }

  private heardWish({ name, number }: Note): void {
    const both = this.wanted.has(name);
    if (this.held.has(name) || (both && this.number < number)) this.post("taken", name, number);
    else if (both) this.heard({ type: "taken", name, number: this.number });
  }

  private post(type: Note["type"], name: string, number = this.number): void {
    this.channel.post({ type, name, number });
  }
}
