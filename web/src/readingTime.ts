/** Milliseconds that it takes to notice a text, and to read each of its letters. */
const NOTICING = 1000;
const LETTER = 27;
const LEAST = 2200;
const MOST = 9000;

/** How long a text has before the next one follows. */
export const readingTime = (text: string): number =>
  Math.max(LEAST, Math.min(MOST, NOTICING + LETTER * text.length));
