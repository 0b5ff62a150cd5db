import { beforeEach, expect, test } from "vitest";
import { pathIn, queryIn } from "../base";
import { after, isLoaded, loadedIn, onTheWay } from "./arrival";
import { type Answer, BROKEN, type House, OPEN, textOf } from "./house";
import type { FromWorker, News, Port, ToWorker } from "./protocol";
import { Site } from "./site";
import { WorkerHouse } from "./workerHouse";

/** A line on which nobody answers but the test. */
class FakePort implements Port {
  posted: ToWorker[] = [];
  hear: (message: FromWorker) => void = () => undefined;
  another: () => void = () => undefined;

  post(message: ToWorker): void {
    this.posted.push(message);
  }
  listen(hear: (message: FromWorker) => void, onAnother: () => void): void {
    this.hear = hear;
    this.another = onAnother;
  }
}

let port: FakePort;
let news: News[];
let house: WorkerHouse;

beforeEach(() => {
  port = new FakePort();
  news = [];
  house = new WorkerHouse(port, (told) => news.push(told));
});

test("a question finds its answer, whichever comes first", async () => {
  const me = house.ask("GET", "/api/me", "de", null);
  const name = house.ask("PUT", "/api/me", "de", '{"name":"Ann"}');
  expect(port.posted).toEqual([
    { type: "request", id: 1, method: "GET", path: "/api/me", lang: "de", body: null },
    { type: "request", id: 2, method: "PUT", path: "/api/me", lang: "de", body: '{"name":"Ann"}' },
  ]);
  port.hear({ type: "answer", id: 2, status: 200, kind: "application/json", body: "{}" });
  const body = new TextEncoder().encode('{"name":""}');
  port.hear({ type: "answer", id: 1, status: 404, kind: "application/json", body });
  expect((await name).status).toBe(200);
  expect(textOf(await me)).toBe('{"name":""}');
});

test("a line opens when the house is ready, and carries what both sides say", async () => {
  const wire = house.connect("/api/tables/abc/live", "en");
  const heard: unknown[] = [];
  wire.onopen = () => wire.send("hello");
  wire.onmessage = ({ data }) => heard.push(data);
  wire.send("too early");
  expect(port.posted.map(({ type }) => type)).toEqual(["connect"]);
  port.hear({ type: "ready" });
  expect(wire.readyState).toBe(OPEN);
  port.hear({ type: "said", id: 1, text: "table" });
  expect(heard).toEqual(["table"]);
  wire.close();
  expect(port.posted.slice(1)).toEqual([
    { type: "say", id: 1, text: "hello" },
    { type: "leave", id: 1 },
  ]);
  const later = house.connect("/api/analysis", "en");
  await new Promise<void>((opened) => {
    later.onopen = opened;
  });
  expect(news).toEqual([{ type: "ready" }]);
});

test("a line that the house closes says with which code", () => {
  const wire = house.connect("/api/tables/none/live", "en");
  const codes: number[] = [];
  wire.onclose = ({ code }) => codes.push(code);
  port.hear({ type: "ready" });
  port.hear({ type: "closed", id: 1, code: 4404 });
  wire.close();
  expect(codes).toEqual([4404]);
  expect(port.posted.map(({ type }) => type)).toEqual(["connect"]);
});

test("when another worker has the house, questions are asked again and lines are broken", async () => {
  port.hear({ type: "ready" });
  const wire = house.connect("/api/tables/abc/live", "en");
  const codes: number[] = [];
  wire.onclose = ({ code }) => codes.push(code);
  const asked = house.ask("GET", "/api/me", "en", null);
  const done = house.ask("POST", "/api/tables", "en", "{}");
  port.posted = [];
  port.another();
  expect(codes).toEqual([BROKEN]);
  await expect(done).rejects.toThrow();
  expect(port.posted).toMatchObject([{ type: "request", id: 2, path: "/api/me" }]);
  port.hear({ type: "answer", id: 2, status: 200, kind: "application/json", body: "{}" });
  expect((await asked).status).toBe(200);
});

test("what has come is counted over all parts", () => {
  const told: News[] = [
    { type: "progress", part: "python", done: 2, total: 6 },
    { type: "progress", part: "house", done: 1, total: 1 },
    { type: "progress", part: "python", done: 3, total: 6 },
    { type: "ready-game", game: "tower" },
  ];
  const state = told.reduce(after, onTheWay);
  expect(loadedIn(state)).toEqual({ done: 4, total: 7 });
  expect(state).toMatchObject({ isReady: false, games: ["tower"] });
  const failed = after(state, { type: "failed", reason: "storage-full", detail: "" });
  expect(failed.trouble).toBe("storage-full");
  const given = after(failed, { type: "failed", reason: "python", detail: "" });
  expect(given.trouble).toBe("storage-full");
  expect(after(failed, { type: "ready" })).toMatchObject({ isReady: true, trouble: null });
});

const json = (body: string, status = 200): Answer => ({ status, kind: "application/json", body });

test("what is written down is read there, all else is asked of the worker", async () => {
  const asked: string[] = [];
  const worker: House = {
    ask: async (method, path) => {
      asked.push(`${method} ${path}`);
      return json("worker", path.endsWith("/nobody") ? 404 : 201);
    },
    connect: () => {
      throw new Error("nobody connects");
    },
    want: () => undefined,
    beginAnew: () => undefined,
    thinkHere: () => undefined,
  };
  const written = async (file: string) => (file.includes("/new.") ? null : json(file));
  let kept = 0;
  const site = new Site(worker, written, () => {
    kept += 1;
  });
  for (const [path, file] of [
    ["/api/house", "/answers/house.json"],
    ["/api/games", "/answers/games.json"],
    ["/api/games/tower/words/de", "/answers/games/tower/words/de.json"],
    ["/api/games/tower/rulebook", "/answers/games/tower/rulebook/en.pack"],
    ["/api/theorems", "/answers/theorems/en.pack"],
  ] as const)
    expect((await site.ask("GET", path, "en", null)).body).toBe(file);
  expect((await site.ask("GET", "/api/games/new", "en", null)).body).toBe("worker");
  await site.ask("GET", "/api/games/tower/booklet", "en", null);
  await site.ask("POST", "/api/positions", "en", "{}");
  await site.ask("POST", "/api/tables/nobody", "en", "{}");
  expect(kept).toBe(0);
  await site.ask("POST", "/api/tables", "en", "{}");
  await site.ask("POST", "/api/tables", "en", "{}");
  expect(kept).toBe(1);
  expect(asked).toEqual([
    "GET /api/games/new",
    "GET /api/games/tower/booklet",
    "POST /api/positions",
    "POST /api/tables/nobody",
    "POST /api/tables",
    "POST /api/tables",
  ]);
});

test("where there are files alone, the page is told after the question mark", () => {
  expect(pathIn("")).toBe("/");
  expect(pathIn("?/table/abc")).toBe("/table/abc");
  expect(pathIn("?/puzzle/abc?theme=fork&x=1")).toBe("/puzzle/abc");
  expect(queryIn("?/puzzle/abc?theme=fork&x=1")).toBe("theme=fork&x=1");
  expect(queryIn("?/puzzle/abc")).toBe("");
  expect(pathIn("?source=pwa")).toBe("/");
});

test("opens when Python and the house have been loaded, whatever else is on its way", () => {
  const of = (part: string, done: number) => ({ type: "progress", part, done, total: 9 }) as const;
  const python = after(onTheWay, of("python", 9));
  expect(isLoaded(python)).toBe(false);
  expect(isLoaded(after(python, of("house", 8)))).toBe(false);
  expect(isLoaded(after(after(python, of("house", 9)), of("a game", 1)))).toBe(true);
});
