/**
 * What a page shows first comes first: the house in the worker is thirty times as much, and would
 * share the line with it.
 */

let expected = 0;

/** Something that the first drawing waits for. */
export async function neededFirst<T>(coming: Promise<T>): Promise<T> {
  expected += 1;
  try {
    return await coming;
  } finally {
    expected -= 1;
  }
}

const LOOK_AGAIN = 50; // milliseconds
const LOOKS = 3; // in a row
const LONGEST = 5000; // a picture that never comes keeps nobody waiting

const isDrawn = () =>
  document.readyState === "complete" &&
  expected === 0 &&
  document.images.length > 0 &&
  [...document.images].every(({ complete }) => complete);

/** Resolves when everything that is in the page now has come. */
export async function firstDrawing(): Promise<void> {
  const until = performance.now() + LONGEST;
  // What has just come is yet to be drawn, and may ask for more.
  for (let looks = 0; looks < LOOKS && performance.now() < until; ) {
    await new Promise((look) => setTimeout(look, LOOK_AGAIN));
    looks = isDrawn() ? looks + 1 : 0;
  }
}
