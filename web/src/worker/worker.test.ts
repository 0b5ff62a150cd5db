import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Progress } from "./files";
import { BLOCK, changed, joined } from "./keeping";
import type { FromWorker } from "./protocol";

describe("what is kept", () => {
  const data = Uint8Array.from({ length: 3 * BLOCK + 10 }, (_, place) => place % 251);

  it("is written as a whole where nothing was kept", () => {
    expect(changed(undefined, data)).toEqual([0, 1, 2, 3]);
  });

  it("is written where it has changed", () => {
    const other = data.slice();
    other[BLOCK + 5] = 252;
    expect(changed(data, data.slice())).toEqual([]);
    expect(changed(data, other)).toEqual([1]);
    expect(changed(data.slice(0, 2 * BLOCK), data)).toEqual([2, 3]);
    expect(changed(data, data.slice(0, 2 * BLOCK))).toEqual([]);
  });

  it("is put together again, without what is left of a longer one", () => {
    const blocks = [0, 1, 2, 3].map((number) => data.slice(number * BLOCK, (number + 1) * BLOCK));
    expect(joined(blocks, data.length)).toEqual(data);
    expect(joined(blocks, 2 * BLOCK + 1)).toEqual(data.slice(0, 2 * BLOCK + 1));
  });
});

describe("progress", () => {
  beforeEach(() => void vi.useFakeTimers()); // time stands still
  afterEach(() => void vi.useRealTimers());

  it("is told for each part, and at its end in any case", () => {
    const told: FromWorker[] = [];
    const progress = new Progress((message) => told.push(message));
    progress.expect("python", 30);
    progress.expect("house", 5);
    progress.came("python", 10);
    progress.came("python", 10); // too soon after the first to be told
    progress.came("house", 5);
    progress.came("python", 10);
    expect(told).toEqual([
      { type: "progress", part: "python", done: 10, total: 30 },
      { type: "progress", part: "house", done: 5, total: 5 },
      { type: "progress", part: "python", done: 30, total: 30 },
    ]);
  });
});
