// Python's files come in packs: a length of 4 bytes, so many bytes of JSON with the name and size of
// every file, then the files one after the other, all of it packed by gzip as a whole.

import type { PyodideInterface } from "pyodide";

export interface Pack {
  readonly names: readonly (readonly [name: string, size: number])[];
  readonly bytes: Uint8Array; // of all files
}

const PACKED = [0x1f, 0x8b];

/** Reads a pack. Browsers do so beside Python, which is being compiled meanwhile. */
export async function opened(packed: Uint8Array): Promise<Pack> {
  const data = await unpacked(packed);
  const head = 4 + new DataView(data.buffer, data.byteOffset).getUint32(0, true);
  const names = JSON.parse(new TextDecoder().decode(data.subarray(4, head))) as Pack["names"];
  return { names, bytes: data.subarray(head) };
}

/** A server may have unpacked it on the way, if it takes it for something packed for the way. */
export async function unpacked(data: Uint8Array): Promise<Uint8Array> {
  if (!PACKED.every((byte, place) => data[place] === byte)) return data;
  const stream = new Blob([data as BlobPart]).stream();
  const plain = new Response(stream.pipeThrough(new DecompressionStream("gzip")));
  return new Uint8Array(await plain.arrayBuffer());
}

/** Puts the files of a pack into a folder, without a copy of them. */
export function putInto({ FS }: PyodideInterface, folder: string, pack: Pack): void {
  const made = new Set<string>();
  let place = 0;
  for (const [name, size] of pack.names) {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) FS.mkdirTree(parent);
    made.add(parent);
    FS.writeFile(path, pack.bytes.subarray(place, place + size), { canOwn: true });
    place += size;
  }
}
