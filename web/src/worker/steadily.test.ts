import { describe, expect, it } from "vitest";
import { checked, NotLoaded, Refused, steadily, wholeBody } from "./steadily";

const atOnce = async () => undefined;
const data = Uint8Array.from({ length: 10 }, (_, place) => place);

/** A file whose line breaks, or ends, after some bytes. */
function answer(bytes: number, breaks: boolean): Response {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(out) {
      if (at < bytes) out.enqueue(data.slice(at, Math.min(bytes, at + 3)));
      else if (breaks) out.error(new TypeError("network error"));
      else out.close();
      at += 3;
    },
  });
  return new Response(body);
}

describe("a download", () => {
  it("goes on where the line broke, and each byte is counted once", async () => {
    const later = [answer(2, true), answer(7, false), answer(10, false)];
    let counted = 0;
    const again = async () => later.shift() as Response;
    const count = (bytes: number) => {
      counted += bytes;
    };
    const body = wholeBody(answer(4, true), again, data.length, count, { pause: atOnce });
    expect(new Uint8Array(await new Response(body).arrayBuffer())).toEqual(data);
    expect(counted).toBe(data.length);
    expect(later).toEqual([]);
  });

  it("is given up in the end, with an error that says so", async () => {
    const again = () => Promise.reject(new TypeError("network error"));
    const body = wholeBody(answer(4, true), again, data.length, () => undefined, { pause: atOnce });
    await expect(new Response(body).arrayBuffer()).rejects.toBeInstanceOf(NotLoaded);
  });

  it("is not tried again where there is no such file", async () => {
    let tries = 0;
    const ask = async () => {
      tries += 1;
      return checked(new Response("", { status: 404 }), "/a");
    };
    await expect(steadily(ask, atOnce)).rejects.toBeInstanceOf(Refused);
    expect(tries).toBe(1);
  });
});
