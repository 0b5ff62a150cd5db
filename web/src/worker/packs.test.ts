import { gzipSync } from "node:zlib";
import type { PyodideInterface } from "pyodide";
import { expect, test } from "vitest";
import { opened, putInto } from "./packs";

const FILES = { "a/b/one.pyc": "one", "a/empty": "", "two.json": "zwölf" };

function plain(): Uint8Array {
  const files = Object.values(FILES).map((text) => Buffer.from(text));
  const names = Object.keys(FILES).map((name, at) => [name, files[at]?.length]);
  const head = Buffer.from(JSON.stringify(names));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return new Uint8Array(Buffer.concat([length, head, ...files]));
}

test.each([
  ["as it was made", new Uint8Array(gzipSync(plain()))],
  ["unpacked on the way", plain()],
])("a pack is put into a folder, %s", async (_, bytes) => {
  const folders: string[] = [];
  const written: Record<string, string> = {};
  const FS = {
    mkdirTree: (path: string) => folders.push(path),
    writeFile: (path: string, data: Uint8Array) => {
      written[path] = new TextDecoder().decode(data);
    },
  };
  putInto({ FS } as unknown as PyodideInterface, "/there", await opened(bytes));
  expect(folders).toEqual(["/there/a/b", "/there/a", "/there"]);
  const expected = Object.entries(FILES).map(([name, text]) => [`/there/${name}`, text]);
  expect(written).toEqual(Object.fromEntries(expected));
});
