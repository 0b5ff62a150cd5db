import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HouseSocket, type Incoming, type Line, type Outgoing } from "./socket";

class Socket {
  static all: Socket[] = [];
  readyState = 0;
  sent: Outgoing[] = [];
  onopen: () => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;

  constructor(readonly url: string) {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  open(): void {
    this.readyState = 1;
    this.onopen();
  }
  close(code = 1006): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose({ code });
  }
  say(message: { type: Incoming["type"]; [key: string]: unknown }): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

let heard: Incoming[];
let lines: Line[];
let socket: HouseSocket;
const newest = () => Socket.all.at(-1) as Socket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", { protocol: "http:", host: "house" });
  Socket.all = [];
  heard = [];
  lines = [];
  socket = new HouseSocket({
    path: "/live",
    hello: () => ({ type: "hello" }),
    onMessage: (message) => heard.push(message),
    onLine: (line) => lines.push(line),
  });
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("says hello and passes on what it hears", () => {
  newest().open();
  newest().say({ type: "table", table: {} });
  expect(newest().sent).toEqual([{ type: "hello" }]);
  expect(heard).toEqual([{ type: "table", table: {} }]);
  expect(lines).toEqual(["connecting", "open"]);
});

test("an answer finds its question, an error too", async () => {
  newest().open();
  const why = socket.ask({ type: "why" });
  const bad = socket.ask({ type: "act", act: "resign" });
  newest().say({ type: "why", id: 1, moves: ["c4"] });
  newest().say({ type: "error", id: 2, error: { code: "stale", message: "Too late." } });
  expect(await why).toMatchObject({ moves: ["c4"] });
  await expect(bad).rejects.toMatchObject({ code: "stale", message: "Too late." });
  expect(heard.map(({ type }) => type)).toEqual(["why"]);
});

test("a decision that was not answered is sent again, after hello, until it is", async () => {
  newest().open();
  const move = socket.ask({ type: "move", number: 3, move: "c4" }, true);
  newest().close();
  await vi.advanceTimersByTimeAsync(11_000);
  newest().open();
  const again = { type: "move", number: 3, move: "c4", id: 1 };
  expect(newest().sent).toEqual([{ type: "hello" }, again]);
  newest().say({ type: "played", id: 1, number: 4 });
  await move;
  expect(heard).toEqual([{ type: "played", id: 1, number: 4 }]);
  newest().close();
  await vi.advanceTimersByTimeAsync(11_000);
  newest().open();
  expect(newest().sent).toEqual([{ type: "hello" }]);
});

test("what may not be sent twice is given back when the line breaks", async () => {
  newest().open();
  const said = socket.ask({ type: "chat", text: "hello" });
  newest().close();
  await expect(said).rejects.toMatchObject({ code: "offline" });
  await expect(socket.ask({ type: "chat", text: "hello" })).rejects.toMatchObject({
    code: "offline",
  });
  expect(lines.at(-1)).toBe("lost");
});

test("a line that is silent after a ping is left for a new one", async () => {
  newest().open();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(newest().sent.at(-1)).toEqual({ type: "ping" });
  newest().say({ type: "pong", at: 1 });
  await vi.advanceTimersByTimeAsync(19_000);
  expect(Socket.all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(21_000);
  expect(Socket.all).toHaveLength(2);
});

test("where there is nothing, nothing is tried again", async () => {
  newest().open();
  newest().close(4404);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Socket.all).toHaveLength(1);
});
