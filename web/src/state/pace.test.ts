import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readingTime } from "../readingTime";
import type { Incoming } from "../socket";
import type { Event, Scene, TableFacts } from "../wire";
import { GLANCE, NOD, Pace } from "./pace";

const played = (number: number, seat: number, events: Event[] = []): Incoming => ({
  type: "played",
  number,
  seat,
  move: "c4",
  words: { text: "cube on c4", facts: {} },
  turn: number,
  clock: null,
  state: "running",
  view: { events } as unknown as Scene,
});
const mine = { you: [0] } as unknown as TableFacts;
const offers: Incoming = { type: "offers", number: 3, offers: [] };

describe("decisions of others", () => {
  const shown: (number | string)[] = [];
  let waiting = 0;
  let patient = true;
  let pace: Pace;
  beforeEach(() => {
    vi.useFakeTimers();
    shown.length = 0;
    patient = true;
    pace = new Pace({
      show: (news) => shown.push(news.type === "played" ? news.number : news.type),
      onWaiting: (count) => {
        waiting = count;
      },
      mayWait: () => patient,
    });
    pace.hear({ type: "table", table: mine });
  });
  afterEach(() => vi.useRealTimers());

  test("are shown one after the other, and what follows them with the last", () => {
    for (const news of [played(1, 1), played(2, 2), played(3, 3), offers]) pace.hear(news);
    expect(shown).toEqual(["table", 1]);
    expect(waiting).toBe(2);
    vi.advanceTimersByTime(GLANCE);
    expect(shown).toEqual(["table", 1, 2]);
    vi.advanceTimersByTime(GLANCE);
    expect(shown).toEqual(["table", 1, 2, 3, "offers"]);
    expect(waiting).toBe(0);
  });

  test("have longer where there is something to read", () => {
    pace.hear(played(1, 1, [{} as Event]));
    pace.hear(played(2, 2));
    vi.advanceTimersByTime(readingTime("") - 1);
    expect(shown).toEqual(["table", 1]);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual(["table", 1, 2]);
  });

  test("wait until what one's own brought about is read", () => {
    const long = { text: "Something happened that takes a while to read. ".repeat(2), facts: {} };
    pace.hear(played(1, 0, [{ sentence: long } as Event]));
    pace.hear(played(2, 1));
    vi.advanceTimersByTime(readingTime(long.text) - 1);
    expect(shown).toEqual(["table", 1]);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual(["table", 1, 2]);
    expect(readingTime(long.text)).toBeGreaterThan(readingTime("Something happened."));
  });

  test("come soon after one's own, which wait for nothing; who is here overtakes", () => {
    for (const news of [played(1, 0), played(2, 0), played(3, 1)]) pace.hear(news);
    pace.hear({ type: "presence", here: [], watching: 0 });
    expect(shown).toEqual(["table", 1, 2, "presence"]);
    vi.advanceTimersByTime(NOD);
    expect(shown).toEqual(["table", 1, 2, "presence", 3]);
  });

  test("can be hurried", () => {
    for (const news of [played(1, 1), played(2, 2), offers]) pace.hear(news);
    pace.hurry();
    expect(shown).toEqual(["table", 1, 2, "offers"]);
    expect(waiting).toBe(0);
  });

  test("wait for nothing where nothing may wait", () => {
    patient = false;
    for (const news of [played(1, 1), played(2, 2), offers]) pace.hear(news);
    expect(shown).toEqual(["table", 1, 2, "offers"]);
  });
});
