import { beforeEach, expect, test, vi } from "vitest";
import type { Thinking } from "../wire";
import type { Arrival } from "./arrival";
import { type Answer, BROKEN, CLOSED, type House, OPEN, textOf, type Wire } from "./house";
import type { News } from "./protocol";
import { ServedHouse } from "./served";
import { standingOf } from "./thinking";

const offer: Thinking = {
  files: "/thinking/abc/",
  paths: [
    { method: "SOCKET", path: "/api/analysis", given: null },
    { method: "POST", path: "/api/positions", given: null },
    { method: "POST", path: "/api/theorems/{key}", given: null },
    { method: "POST", path: "/api/puzzles/hint", given: "code" },
  ],
};

/** A side that answers with its name, or as the test says. */
class Side implements House {
  asked: string[] = [];
  wires: Wire[] = [];
  answer: () => Promise<Answer>;

  constructor(name: string) {
    this.answer = async () => ({ status: 200, kind: "text/plain", body: name });
  }
  ask(method: string, path: string): Promise<Answer> {
    this.asked.push(`${method} ${path}`);
    return this.answer();
  }
  connect(): Wire {
    const wire: Wire & { readyState: number } = {
      readyState: OPEN,
      onopen: null,
      onmessage: null,
      onclose: null,
      send: () => undefined,
      close: () => {
        wire.readyState = CLOSED;
      },
    };
    this.wires.push(wire);
    return wire;
  }
  want(): void {}
  beginAnew(): void {}
  thinkHere(): void {}
}

let network: Side;
let worker: Side;
let served: ServedHouse;
let tell: (news: News) => void;
let states: (Arrival | null)[];
const start = vi.fn();
const end = vi.fn();

beforeEach(() => {
  network = new Side("network");
  worker = new Side("worker");
  states = [];
  start.mockReset();
  end.mockReset();
  start.mockImplementation(async (_: string, hear: typeof tell) => {
    tell = hear;
    return { house: worker, end };
  });
  served = new ServedHouse(network, start, (arrived) => states.push(arrived));
});

const by = async (method: string, path: string, body: string | null = "{}") =>
  textOf(await served.ask(method, path, "en", body));
const standing = () => standingOf(states.at(-1) ?? null);

async function ready(): Promise<void> {
  served.thinkHere(offer);
  await by("POST", "/api/positions");
  tell({ type: "ready" });
}

test("without the wish everything goes to the network, and nothing is loaded", async () => {
  expect(await by("POST", "/api/positions")).toBe("network");
  served.connect("/api/analysis", "en");
  served.thinkHere(null);
  expect(network.wires).toHaveLength(1);
  expect(start).not.toHaveBeenCalled();
});

test("the worker is loaded when it is first wanted, and the house helps until it is ready", async () => {
  served.thinkHere(offer);
  expect(await by("GET", "/api/me", null)).toBe("network");
  expect(start).not.toHaveBeenCalled();
  expect(standing()).toBe("waiting");
  expect(await by("POST", "/api/positions")).toBe("network");
  expect(start).toHaveBeenCalledExactlyOnceWith("/thinking/abc/", expect.any(Function));
  expect(standing()).toBe("loading");
  tell({ type: "progress", part: "python", done: 1, total: 4 });
  expect(states.at(-1)?.parts).toEqual({ python: { done: 1, total: 4 } });
  tell({ type: "ready" });
  expect(standing()).toBe("ready");
  expect(await by("POST", "/api/positions")).toBe("worker");
  expect(start).toHaveBeenCalledOnce();
});

test("only what the house has listed is thought here", async () => {
  await ready();
  expect(await by("POST", "/api/theorems/kwinty-4x4")).toBe("worker");
  expect(await by("GET", "/api/theorems", null)).toBe("network");
  expect(await by("POST", "/api/theorems/a/b")).toBe("network");
  expect(await by("POST", "/api/positions/why")).toBe("network");
  expect(await by("POST", "/api/puzzles/hint", '{"code":"x"}')).toBe("worker");
  expect(await by("POST", "/api/puzzles/hint", '{"puzzle":"x","code":null}')).toBe("network");
  served.connect("/api/tables/abc/live", "en");
  served.connect("/api/analysis", "en");
  expect([network.wires.length, worker.wires.length]).toEqual([1, 1]);
});

test("a refusal of the worker counts, a breakdown is answered by the house", async () => {
  await ready();
  worker.answer = async () => ({ status: 400, kind: "text/plain", body: "no" });
  expect(await by("POST", "/api/positions")).toBe("no");
  worker.answer = async () => ({ status: 500, kind: "text/plain", body: "broken" });
  expect(await by("POST", "/api/positions")).toBe("network");
  worker.answer = () => new Promise(() => undefined);
  const waiting = by("POST", "/api/positions");
  tell({ type: "failed", reason: "python", detail: "" });
  expect(await waiting).toBe("network");
  expect(end).toHaveBeenCalledOnce();
  expect(standing()).toBe("failed");
  expect(await by("POST", "/api/positions")).toBe("network");
  expect(start).toHaveBeenCalledOnce();
});

test("a worker that does not even start leaves everything to the house", async () => {
  start.mockRejectedValue(new Error("no workers"));
  served.thinkHere(offer);
  expect(await by("POST", "/api/positions")).toBe("network");
  await vi.waitFor(() => expect(standing()).toBe("failed"));
  expect(await by("POST", "/api/positions")).toBe("network");
});

test("an open line moves to the worker when it is ready, and back when it is not wanted", async () => {
  const codes: number[] = [];
  const line = () => {
    const wire = served.connect("/api/analysis", "en");
    wire.onclose = ({ code }) => codes.push(code);
  };
  const table = served.connect("/api/tables/abc/live", "en");
  line();
  served.thinkHere(offer); // which wants a worker, as the line is there
  await vi.waitFor(() => expect(start).toHaveBeenCalledOnce());
  await Promise.resolve();
  expect(codes).toEqual([]);
  tell({ type: "ready" });
  expect(codes).toEqual([BROKEN]);
  line();
  expect(worker.wires).toHaveLength(1);
  served.thinkHere(null);
  expect(codes).toEqual([BROKEN, BROKEN]);
  expect(end).toHaveBeenCalledOnce();
  line();
  expect(network.wires).toHaveLength(3);
  expect(table.readyState).toBe(OPEN);
});
