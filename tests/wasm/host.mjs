// Runs a module for a test: `node host.mjs MODULE`. Requests come as lines of JSON, with the bytes
// to write after the line; answers go out in the same way.
import { readFileSync, readSync, writeSync } from "node:fs";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const { memory, ...functions } = instance.exports;

let waiting = Buffer.alloc(0);

function fill() {
  const chunk = Buffer.alloc(1 << 16);
  const size = readSync(0, chunk);
  waiting = Buffer.concat([waiting, chunk.subarray(0, size)]);
  return size > 0;
}

function line() {
  while (waiting.indexOf(10) < 0) if (!fill()) return null;
  const end = waiting.indexOf(10);
  const text = waiting.subarray(0, end).toString();
  waiting = waiting.subarray(end + 1);
  return JSON.parse(text);
}

function bytes(size) {
  const parts = [waiting.subarray(0, size)];
  let missing = size - parts[0].length;
  waiting = waiting.subarray(parts[0].length);
  while (missing > 0) {
    const part = Buffer.alloc(missing);
    const got = readSync(0, part);
    parts.push(part.subarray(0, got));
    missing -= got;
  }
  return Buffer.concat(parts);
}

function send(data) {
  for (let sent = 0; sent < data.length; ) sent += writeSync(1, data, sent);
}

function say(answer) {
  send(Buffer.from(`${JSON.stringify(answer)}\n`));
}

for (let asked = line(); asked; asked = line()) {
  if (asked.call) {
    const begin = process.cpuUsage();
    try {
      const value = functions[asked.call](...asked.numbers) ?? 0;
      say({ value, seconds: process.cpuUsage(begin).user / 1e6 });
    } catch (error) {
      say({ error: String(error) });
    }
  } else if (asked.read !== undefined) {
    send(new Uint8Array(memory.buffer, asked.read, asked.size));
  } else {
    const data = bytes(asked.size);
    new Uint8Array(memory.buffer).set(data, asked.write);
  }
}
