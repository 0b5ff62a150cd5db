// A visitor of the house in a page, in Node: node visit.mjs BUNDLE SITE KEPT WHAT
// Prints one line of JSON for everything that was found out.

import { readFileSync, writeFileSync } from "node:fs";

const [bundle, site, kept, what] = process.argv.slice(2);
delete WebAssembly.Suspending; // as in browsers that cannot suspend Python; Node may learn it
const { FileStore, houseIn } = await import(bundle);
const say = (fact) => console.log(JSON.stringify(fact));

/** A page: it asks, and holds conversations. */
class Page {
  constructor(store = new FileStore(kept)) {
    this.next = 1;
    this.answers = new Map();
    this.talks = new Map();
    this.told = [];
    this.house = houseIn(site, store, (message) => this.hear(message));
  }

  hear(message) {
    if (message.type === "answer") this.answers.get(message.id)(message);
    else if (message.type === "said") this.talks.get(message.id)(JSON.parse(message.text));
    else this.told.push(message);
  }

  ask(method, path, body = null, lang = "en") {
    const id = this.next++;
    return new Promise((answered) => {
      this.answers.set(id, ({ status, kind, body: found }) =>
        answered({ status, body: kind === "application/json" ? JSON.parse(found) : found }),
      );
      const text = body === null ? null : JSON.stringify(body);
      this.house.hear({ type: "request", id, method, path, lang, body: text });
    });
  }

  /** Talks until the listener has found what it wanted. */
  talk(path, first, listen) {
    const id = this.next++;
    const send = (message) =>
      this.house.hear({ type: "say", id, text: JSON.stringify(message) });
    return new Promise((found) => {
      const end = (result) => {
        this.house.hear({ type: "leave", id });
        this.talks.set(id, () => {});
        found(result);
      };
      this.talks.set(id, (message) => listen(message, send, end));
      this.house.hear({ type: "connect", id, path, lang: "en" });
      for (const message of first) send(message);
    });
  }

  async play(game) {
    const seats = [{ kind: "me" }, { kind: "computer", level: 1 }];
    const table = await this.ask("POST", "/api/tables", { game, seats });
    const { id } = table.body;
    const result = await this.talk(
      `/api/tables/${id}/live`,
      [{ type: "hello", lang: "en", offers: true }],
      (message, send, end) => {
        if (message.type === "offers" && message.offers.length > 0) {
          const { move } = message.offers[message.number % message.offers.length];
          send({ type: "move", id: message.number, number: message.number, move });
        } else if (message.type === "error") end({ error: message.error });
        else if (message.type === "table" && message.table.state === "over") {
          end(message.table.result);
        }
      },
    );
    const record = await this.ask("GET", `/api/tables/${id}/record`);
    say({ played: game, id, result, record: record.body });
    return id;
  }
}

async function everything() {
  const page = new Page();
  page.house.hear({ type: "want", game: "kwinty" });
  const early = page.ask("GET", "/api/house"); // asked before there is a house
  await page.house.open();
  const facts = (await early).body;
  say({ facts });
  const boxes = (await page.ask("GET", "/api/games")).body;
  let played;
  for (const box of boxes) played = await page.play(box.id);
  say({ review: await reviewed(page, played) });
  await lesson(page);
  await puzzle(page);
  await analysis(page);
  say({ german: await page.ask("GET", "/api/tables/abcdefghij", null, "de") });
  say({ others: await page.ask("POST", "/api/qr", { text: "x" }) });
  const friend = { game: "kwinty", seats: [{ kind: "me" }, { kind: "friend" }] };
  say({ friend: await page.ask("POST", "/api/tables", friend) });
  say({ named: await page.ask("PUT", "/api/me", { name: "Ada" }) });
  const archive = await page.ask("GET", "/api/me/archive");
  say({ archive: [archive.status, archive.body.length, archive.body[0], archive.body[1]] });
  say({ told: page.told });
}

async function reviewed(page, table) {
  for (;;) {
    const { body } = await page.ask("GET", `/api/tables/${table}/review`);
    if (body.state !== "running") return body;
    await new Promise((later) => setTimeout(later, 50));
  }
}

async function lesson(page) {
  const { body } = await page.ask("GET", "/api/lessons/kwinty");
  const path = `/api/lessons/kwinty/steps/${body.steps[0].name}`;
  const hint = (await page.ask("GET", `${path}/hint?strength=3`)).body;
  const asked = (await page.ask("GET", path)).body.asks;
  const judged = await page.ask("POST", path, { [asked]: hint[asked] });
  say({ lesson: judged.body.done, after: (await page.ask("GET", "/api/lessons/kwinty")).body.steps[0] });
}

async function puzzle(page) {
  const { puzzle } = (await page.ask("GET", "/api/puzzles/kewbz/next")).body;
  const moves = [];
  let state = (await page.ask("POST", "/api/puzzles/solve", { puzzle })).body;
  const solution = (await page.ask("POST", "/api/puzzles/solution", { puzzle })).body;
  say({ puzzle, state: state.status, solution: Object.keys(solution) });
  while (state.status === "open" || state.status === "right") {
    const hint = (await page.ask("POST", "/api/puzzles/hint", { puzzle, moves, step: 3 })).body;
    moves.push(hint.move);
    state = (await page.ask("POST", "/api/puzzles/solve", { puzzle, moves })).body;
  }
  say({ solved: state.status });
}

async function analysis(page) {
  const { body } = await page.ask("POST", "/api/positions", { game: "kwinty" });
  const found = await page.talk(
    "/api/analysis",
    [{ type: "analyse", code: body.code, seconds: 0.5, lines: 2 }],
    (message, _send, end) => (message.done || message.type === "error" ? end(message) : undefined),
  );
  say({ analysis: found });
  // A question that would take a minute is stopped, and another one is answered.
  const next = await page.talk(
    "/api/analysis",
    [
      { type: "analyse", code: body.code, seconds: 60, lines: 1 },
      { type: "stop" },
      { type: "analyse", code: body.code, seconds: 0.2, lines: 1 },
    ],
    (message, _send, end) => (message.done || message.type === "error" ? end(message) : undefined),
  );
  say({ stopped: next });
}

/** While an analysis goes on for a minute, others are answered; it is seen to grow until it ends. */
async function meanwhile() {
  const page = new Page();
  await page.house.open();
  const { body } = await page.ask("POST", "/api/positions", { game: "kwinty" });
  const asked = { type: "analyse", code: body.code, seconds: 60, lines: 3 };
  const grown = [];
  let name = null;
  const end = await page.talk("/api/analysis", [asked], (message, send, end) => {
    if (message.type === "error") return; // the game is on its way
    if (message.done) end(message);
    else if (grown.push(message.simulations) === 2)
      void page.ask("PUT", "/api/me", { name: "Ada" }).then((answer) => {
        name = answer.body.name;
        say({ before: grown.length });
      });
    else if (name && grown.length > 4) {
      send({ type: "stop" });
      end("stopped");
    }
  });
  say({ grown, name, end, after: await page.ask("GET", "/api/me") });
}

/** Answers the questions that a house has handed over; those about reviews until they are done. */
async function thoughts() {
  const page = new Page();
  await page.house.open();
  const found = [];
  for (const { path, body } of JSON.parse(readFileSync(`${kept}.json`, "utf8"))) {
    let answer;
    do answer = await page.ask("POST", path, body, "de");
    while (answer.body?.state === "running");
    found.push(answer);
  }
  say({ found });
}

async function again() {
  const page = new Page();
  await page.house.open();
  say({ mine: (await page.ask("GET", "/api/tables?list=mine")).body });
  say({ me: (await page.ask("GET", "/api/me")).body });
}

/** A table with a clock is left as a tab is: at any moment, without a word. */
async function clocked() {
  const store = new FileStore(kept);
  const page = new Page(store);
  await page.house.open();
  const seats = [{ kind: "me" }, { kind: "me" }];
  const clock = { kind: "game", minutes: 5, increment: 0 };
  const { id } = (await page.ask("POST", "/api/tables", { game: "kwinty", seats, clock })).body;
  const seen = async () => (await page.ask("GET", `/api/tables/${id}`)).body.clock;
  const pause = () => new Promise((over) => setTimeout(over, 50));
  while ((await seen()).remaining[0] > 299) await pause();
  const before = await seen();
  while ((await store.lastLife()) < before.at) await pause();
  say({ id, before });
  process.exit();
}

async function clockedAgain() {
  const page = new Page();
  await page.house.open();
  const mine = (await page.ask("GET", "/api/tables?list=mine")).body;
  say({ after: (await page.ask("GET", `/api/tables/${mine[0].id}`)).body.clock });
}

async function damaged() {
  writeFileSync(kept, "this is no database");
  const page = new Page();
  await page.house.open();
  say({ told: page.told });
  page.house.hear({ type: "anew" });
  say({ me: (await page.ask("GET", "/api/me")).body });
}

async function full() {
  const store = new FileStore(kept);
  const page = new Page(store);
  await page.house.open();
  await page.ask("PUT", "/api/me", { name: "Ada" });
  const keep = store.keep.bind(store);
  store.keep = async () => {
    throw new Error("no room");
  };
  say({ refused: await page.ask("PUT", "/api/me", { name: "Bob" }) });
  say({ told: page.told.filter((message) => message.type === "failed") });
  say({ still: (await page.ask("GET", "/api/me")).body });
  store.keep = keep;
  say({ again: await page.ask("PUT", "/api/me", { name: "Cleo" }) });
}

/** What is taken away from one page is brought to another one. */
async function along() {
  const here = new Page();
  await here.house.open();
  const id = await here.play("kwinty");
  await here.ask("PUT", "/api/me", { name: "Ada" });
  await lesson(here);
  const archive = (await here.ask("GET", "/api/me/archive")).body;
  const copy = (await here.ask("GET", "/api/page/copy")).body;
  writeFileSync(`${kept}.zip`, archive);
  const packed = (bytes) => ({ archive: Buffer.from(bytes).toString("base64") });
  for (const [path, bytes] of Object.entries({ "/api/me/archive": archive, "/api/page/copy": copy })) {
    const there = new Page(new FileStore(`${kept}.${path.split("/").at(-1)}`));
    await there.house.open();
    const brought = await there.ask("POST", path, packed(bytes));
    const twice = await there.ask("POST", path, packed(bytes));
    const mine = (await there.ask("GET", "/api/tables?list=mine")).body;
    const table = (await there.ask("GET", `/api/tables/${id}`)).body;
    const steps = (await there.ask("GET", "/api/lessons/kwinty")).body.steps;
    const me = (await there.ask("GET", "/api/me")).body;
    const bad = await there.ask("POST", path, packed(Buffer.from("no archive")));
    say({ [path]: { id, brought, twice, mine, table, step: steps[0], me, bad } });
  }
}

await {
  everything,
  again,
  along,
  clocked,
  clockedAgain,
  damaged,
  full,
  meanwhile,
  thoughts,
}[what]();
process.exit(0);
