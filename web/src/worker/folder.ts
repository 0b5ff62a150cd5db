// The house in Node, for tests: the files of a site are in a folder, and so is what is kept.

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PyodideInterface } from "pyodide";
import type { Files } from "./files";
import { PageHouse } from "./house";
import type { Store } from "./keeping";
import type { Tell } from "./protocol";

class FolderFiles implements Files {
  constructor(private readonly site: string) {}

  async bytes(path: string): Promise<Uint8Array> {
    return new Uint8Array(readFileSync(join(this.site, path)));
  }
}

/** One file, written as a whole. */
export class FileStore implements Store {
  constructor(private readonly file: string) {}

  async load(): Promise<Uint8Array | undefined> {
    return existsSync(this.file) ? new Uint8Array(readFileSync(this.file)) : undefined;
  }

  async keep(data: Uint8Array): Promise<void> {
    writeFileSync(`${this.file}.new`, data);
    renameSync(`${this.file}.new`, this.file);
  }

  async putAside(): Promise<void> {
    renameSync(this.file, `${this.file}.aside`);
  }

  showLife(at: number): void {
    writeFileSync(`${this.file}.alive`, String(at));
  }

  async lastLife(): Promise<number> {
    const file = `${this.file}.alive`;
    return existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  }
}

export async function bare(site: string): Promise<PyodideInterface> {
  const { loadPyodide } = await import(pathToFileURL(join(site, "pyodide/pyodide.mjs")).href);
  return loadPyodide({ indexURL: join(site, "pyodide") });
}

export function houseIn(site: string, store: Store, tell: Tell): PageHouse {
  return new PageHouse({ files: new FolderFiles(site), store, python: () => bare(site) }, tell);
}
