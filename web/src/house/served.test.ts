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
    { method: "SOCKET", path: "/api/analysis", given: null, handed: false },
    { method: "POST", path: "/api/positions", given: null, handed: false },
    { method: "POST", path: "/api/theorems/{key}", given: null, handed: false },
    { method: "POST", path: "/api/puzzles/hint", given: "code", handed: false },
    { method: "POST", path: "/api/puzzles/hint", given: null, handed: true },
  ],
};

/** A side that answers with its name, or as the test says. */
class Side implements House {
  asked: string[] = [];
  bodies: (string | null)[] = [];
  wires: Wire[] = [];
  answer: () => Promise<Answer>;

  constructor(name: string) {
    this.answer = async () => ({ status: 200, kind: "text/plain", body: name });
  }
  ask(method: string, path: string, _: string, body: string | null): Promise<Answer> {
    this.asked.push(`${method} ${path}`);
    this.bodies.push(body);
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
  served.thinkHere(offer, false);
  await by("POST", "/api/positions");
  tell({ type: "ready" });
}

test("without the wish everything goes to the network, and nothing is loaded", async () => {
  expect(await by("POST", "/api/positions")).toBe("network");
  served.connect("/api/analysis", "en");
  served.thinkHere(null, false);
  expect(network.wires).toHaveLength(1);
  expect(start).not.toHaveBeenCalled();
});

test("the worker is loaded when it is first wanted, and the house helps until it is ready", async () => {
  served.thinkHere(offer, false);
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
  expect(network.asked.at(-1)).toBe("POST /api/puzzles/hint?here=true");
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
  served.thinkHere(offer, false);
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
  served.thinkHere(offer, false); // which wants a worker, as the line is there
  await vi.waitFor(() => expect(start).toHaveBeenCalledOnce());
  await Promise.resolve();
  expect(codes).toEqual([]);
  tell({ type: "ready" });
  expect(codes).toEqual([BROKEN]);
  line();
  expect(worker.wires).toHaveLength(1);
  served.thinkHere(null, false);
  expect(codes).toEqual([BROKEN, BROKEN]);
  expect(end).toHaveBeenCalledOnce();
  line();
  expect(network.wires).toHaveLength(3);
  expect(table.readyState).toBe(OPEN);
});

test("where the page is installed, the worker comes at once", async () => {
  served.thinkHere(null, true);
  expect(start).not.toHaveBeenCalled();
  served.thinkHere(offer, false);
  expect(start).not.toHaveBeenCalled();
  served.thinkHere(offer, true);
  served.thinkHere(offer, true);
  expect(start).toHaveBeenCalledOnce();
  expect(standing()).toBe("loading");
});

const json = (status: number, told: unknown): Answer => ({
  status,
  kind: "application/json",
  body: JSON.stringify(told),
});
const SHARED = "/api/puzzles/hint";

/** The house hands over a question, and answers by itself when it is asked plainly. */
function handsOver(told: object | null, into: string[], plainly: Answer): void {
  const handed = json(202, { path: "/api/thoughts/x", body: { code: "k" }, told, into });
  network.answer = async () => (network.asked.at(-1)?.endsWith("?here=true") ? handed : plainly);
}

test("what the house hands over is found by the worker, and is the answer", async () => {
  await ready();
  handsOver(null, [], json(200, "plain"));
  worker.answer = async () => json(200, { sentence: "here" });
  network.asked = [];
  expect(JSON.parse(await by("POST", SHARED))).toEqual({ sentence: "here" });
  expect(network.asked).toEqual([`POST ${SHARED}?here=true`]);
  expect(worker.asked.at(-1)).toBe("POST /api/thoughts/x");
  expect(worker.bodies.at(-1)).toBe('{"code":"k"}');
});

test("what is found takes its place in what the house has told", async () => {
  await ready();
  handsOver({ a: 1, tried: { b: 2, refutation: null } }, ["tried", "refutation"], json(500, ""));
  worker.answer = async () => json(200, ["found"]);
  const whole = { a: 1, tried: { b: 2, refutation: ["found"] } };
  expect(JSON.parse(await by("POST", SHARED))).toEqual(whole);
});

test("what the worker cannot find the house is asked for, and what it told before counts", async () => {
  await ready();
  worker.answer = async () => json(422, "no such thing");
  handsOver(null, [], json(200, "plain"));
  expect(await by("POST", SHARED)).toBe('"plain"');
  handsOver(null, [], json(403, "no"));
  expect(await by("POST", SHARED)).toBe('"no"');
  handsOver({ rated: 7, why: [] }, ["why"], json(200, { rated: null, why: ["so"] }));
  expect(JSON.parse(await by("POST", SHARED))).toEqual({ rated: 7, why: ["so"] });
  handsOver({ rated: 7, why: [] }, ["why"], json(409, "over"));
  expect(JSON.parse(await by("POST", SHARED))).toEqual({ rated: 7, why: [] });
});

test("a worker that goes while the house hands something over leaves it to the house", async () => {
  await ready();
  handsOver(null, [], json(200, "plain"));
  worker.answer = () => new Promise(() => undefined);
  const gone = by("POST", SHARED);
  served.thinkHere(null, false);
  served.thinkHere(offer, true); // another one is on its way
  expect(await gone).toBe('"plain"');
});

test("a house that knows the answer tells it, and refuses as ever", async () => {
  await ready();
  network.answer = async () => json(200, "known");
  expect(await by("POST", SHARED)).toBe('"known"');
  network.answer = async () => json(403, "no");
  expect(await by("POST", SHARED)).toBe('"no"');
  expect(worker.asked).toEqual([]);
});
