import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChannelLocks, type Note } from "./channelLocks";
import type { FromWorker, Line, ToWorker } from "./protocol";
import { type Locks, TabPort, type Told } from "./tabs";

/** Everything that tabs of one browser share: channels, locks, and workers that only listen. */
class Room<T> {
  ends = new Set<(message: T) => void>();

  line(): Line<T, T> & { cut: () => void } {
    let own: (message: T) => void = () => undefined;
    return {
      post: (message) => {
        for (const end of [...this.ends]) if (end !== own) end(structuredClone(message));
      },
      hear: (listener) => {
        own = listener;
        this.ends.add(own);
      },
      cut: () => this.ends.delete(own),
    };
  }
}

class FakeLocks {
  private held = new Map<string, object>();
  private queue: { name: string; tab: object; begin: () => Promise<unknown> }[] = [];

  of(tab: object): Locks {
    return {
      request: async (name, begin) => {
        this.queue.push({ name, tab, begin });
        this.grant();
      },
    };
  }
  gone(tab: object): void {
    this.queue = this.queue.filter((each) => each.tab !== tab);
    for (const [name, holder] of [...this.held]) if (holder === tab) this.held.delete(name);
    this.grant();
  }
  private grant(): void {
    for (const each of [...this.queue]) {
      if (this.held.has(each.name)) continue;
      this.queue = this.queue.filter((other) => other !== each);
      this.held.set(each.name, each.tab);
      void each.begin().then(() => this.held.delete(each.name));
    }
  }
}

class Browser {
  room = new Room<Told>();
  locks = new FakeLocks();

  tab(name: string, version = "1") {
    const said: ToWorker[] = [];
    const heard: FromWorker[] = [];
    const self = { changes: 0 };
    let answer: (message: FromWorker) => void = () => undefined;
    const channel = this.room.line();
    const port = new TabPort({
      tab: name,
      version,
      channel,
      locks: this.locks.of(self),
      startWorker: () => ({
        post: (message) => said.push(message),
        hear: (listener) => {
          answer = listener;
        },
      }),
    });
    port.listen(
      (message) => heard.push(message),
      () => {
        self.changes += 1;
      },
    );
    const close = () => {
      channel.cut();
      this.locks.gone(self);
    };
    return { port, said, heard, self, close, answer: (message: FromWorker) => answer(message) };
  }
}

const request = (id: number, path: string): ToWorker => ({
  type: "request",
  id,
  method: "GET",
  path,
  lang: "en",
  body: null,
});
const answer = (id: number, body: string): FromWorker => ({
  type: "answer",
  id,
  status: 200,
  kind: "",
  body,
});

test("the first tab has the house, the second asks there, and both get their own answers", () => {
  const browser = new Browser();
  const first = browser.tab("a");
  first.answer({ type: "ready" });
  const second = browser.tab("b");
  expect(second.heard).toEqual([{ type: "ready" }]);
  first.port.post(request(1, "/api/me"));
  second.port.post(request(1, "/api/games"));
  expect(first.said).toMatchObject([
    { id: 1, path: "/api/me" },
    { id: 2, path: "/api/games" },
  ]);
  expect(second.said).toEqual([]);
  first.answer(answer(2, "games"));
  first.answer(answer(1, "me"));
  expect(first.heard.at(-1)).toEqual(answer(1, "me"));
  expect(second.heard.at(-1)).toEqual(answer(1, "games"));
  expect([first.self.changes, second.self.changes]).toEqual([0, 0]);
});

test("when the tab with the house goes, the next moves in and all others hear of it", () => {
  const browser = new Browser();
  const first = browser.tab("a");
  const second = browser.tab("b");
  const third = browser.tab("c");
  first.close();
  expect([second.self.changes, third.self.changes]).toEqual([1, 1]);
  third.port.post(request(7, "/api/me"));
  expect(second.said).toMatchObject([{ id: 1, path: "/api/me" }]);
  second.answer({ type: "ready" });
  second.answer(answer(1, "me"));
  expect(third.heard).toEqual([{ type: "ready" }, answer(7, "me")]);
});

test("a tab that goes leaves its lines, and what was for it is nobody's", () => {
  const browser = new Browser();
  const first = browser.tab("a");
  const second = browser.tab("b");
  second.port.post({ type: "connect", id: 1, path: "/api/analysis", lang: "en" });
  second.port.post({ type: "say", id: 1, text: "hello" });
  second.port.post({ type: "want", game: "tower" });
  second.close();
  expect(first.said).toEqual([
    { type: "connect", id: 1, path: "/api/analysis", lang: "en" },
    { type: "say", id: 1, text: "hello" },
    { type: "want", game: "tower" },
    { type: "leave", id: 1 },
  ]);
  first.answer({ type: "said", id: 1, text: "late" });
  expect(first.heard).toEqual([]);
});

test("tabs of different builds share no house: the later one waits and says so", () => {
  const browser = new Browser();
  const old = browser.tab("a", "1");
  const fresh = browser.tab("b", "2");
  expect(fresh.heard).toEqual([{ type: "failed", reason: "other", detail: "1" }]);
  fresh.port.post(request(1, "/api/me"));
  expect(old.said).toEqual([]);
  old.close();
  expect(fresh.said).toMatchObject([{ path: "/api/me" }]);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("without locks of the browser, one of several tabs has one, and hands it on", async () => {
  const room = new Room<Note>();
  const begun: number[] = [];
  const forever = () => new Promise<never>(() => undefined);
  const tabs = [0, 1, 2].map((number) => {
    const locks = new ChannelLocks(room.line());
    void locks.request("house", () => {
      begun.push(number);
      return forever();
    });
    return locks;
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect(begun).toHaveLength(1);
  for (let left = 2; left > 0; left--) {
    tabs[begun.at(-1) ?? 0]?.releaseAll();
    await vi.advanceTimersByTimeAsync(5000);
  }
  expect(begun.toSorted()).toEqual([0, 1, 2]);
});
