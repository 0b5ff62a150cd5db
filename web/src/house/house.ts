import type { Thinking } from "../wire";

/**
 * What the pages talk to. It has two sides: a house in the network, and one in a worker of this
 * browser. Whoever asks it does not know which it is, nor whether both share the work.
 */

/** What a house answers: the same facts that came over a network. */
export type Answer = { status: number; kind: string; body: string | Uint8Array };

/** A line on which both sides speak; a WebSocket is one. */
export type Wire = {
  readonly readyState: number;
  /** Whether it never falls silent unnoticed, so that nobody has to ask whether it still stands. */
  readonly isSteady?: boolean;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send: (text: string) => void;
  close: () => void;
};

export type House = {
  /** Rejects where the house cannot be reached; a refusal is an answer. */
  ask: (method: string, path: string, lang: string, body: string | null) => Promise<Answer>;
  connect: (path: string, lang: string) => Wire;
  /** What a game needs shall be there first. */
  want: (game: string) => void;
  /** Where what was kept cannot be read, it is put aside. */
  beginAnew: () => void;
  /**
   * This browser takes upon itself what a house in the network offers, from now on; or nothing. What
   * it needs for that is loaded when it is first wanted, or at once.
   */
  thinkHere: (offer: Thinking | null, atOnce: boolean) => void;
};

/** The states of a line, as a WebSocket counts them. */
export const CONNECTING = 0;
export const OPEN = 1;
export const CLOSED = 3;

/** The code of a line that broke and was not closed by anybody. */
export const BROKEN = 1006;

export const textOf = ({ body }: Answer): string =>
  typeof body === "string" ? body : new TextDecoder().decode(body);
