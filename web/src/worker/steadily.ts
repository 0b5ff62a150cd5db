/** Downloads over a line that breaks: tried again a few times, and at once when the network is back. */

/** The file is not there, so that asking again brings nothing. */
export class Refused extends Error {}

/** It was tried often enough. */
export class NotLoaded extends Error {
  readonly type = "NotLoaded"; // as errors of Python name their kind
}

export type Pause = (turn: number) => Promise<void>;
type Patience = { pause?: Pause; onLost?: (error: Error) => void };
type Again = () => Promise<Response>;

const PAUSES = [500, 1000, 2000, 4000, 8000, 15_000]; // milliseconds

/** A growing pause, which ends early when the browser says that there is a network again. */
const growing: Pause = (turn) =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      globalThis.removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, PAUSES[turn]);
    globalThis.addEventListener("online", end);
  });

/** Does something until it goes well; in the end the error is a `NotLoaded`. */
export async function steadily<T>(job: () => Promise<T>, pause: Pause = growing): Promise<T> {
  for (let turn = 0; ; turn++) {
    try {
      return await job();
    } catch (error) {
      if (error instanceof Refused || error instanceof NotLoaded) throw error;
      if (turn >= PAUSES.length) throw new NotLoaded(String(error));
      await pause(turn);
    }
  }
}

/** An answer that has a body; too much asked and a broken server are worth another try. */
export function checked(answer: Response, path: string): Response {
  if (answer.ok && answer.body) return answer;
  const told = `${answer.status} for ${path}`;
  throw answer.status >= 400 && answer.status < 500 && answer.status !== 429
    ? new Refused(told)
    : new Error(told);
}

/**
 * The bytes of a file, of which `size` are to come (0 if that is not known). Where the line breaks or
 * ends too soon, the file is asked for again and what has come already is passed over.
 */
export function wholeBody(
  first: Response,
  again: Again,
  size: number,
  came: (bytes: number) => void,
  { pause = growing, onLost = () => undefined }: Patience = {},
): ReadableStream<Uint8Array> {
  let answer: Response | undefined = first;
  let got = 0;
  const read = async (out: ReadableStreamDefaultController<Uint8Array>) => {
    const { body } = answer ?? (await again());
    answer = undefined;
    let skip = got;
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const fresh = part.value.subarray(Math.min(skip, part.value.byteLength));
      skip -= part.value.byteLength - fresh.byteLength;
      if (!fresh.byteLength) continue;
      got += fresh.byteLength;
      came(fresh.byteLength);
      out.enqueue(fresh);
    }
    if (got < size) throw new Error(`${got} of ${size} bytes`);
  };
  return new ReadableStream<Uint8Array>({
    start: (out) => {
      // Not waited for here: whoever reads has the first bytes at once.
      steadily(() => read(out), pause).then(
        () => out.close(),
        (error) => {
          onLost(error);
          out.error(error);
        },
      );
    },
  });
}
