import type { loadPyodide, PyodideInterface } from "pyodide";
import type { SiteFiles } from "./files";
import { Refused, steadily } from "./steadily";

const scope = self as unknown as { fetch: typeof fetch };

/** Starts Python in a worker; what it fetches is counted. */
export async function started(files: SiteFiles, base: URL): Promise<PyodideInterface> {
  const folder = new URL("pyodide/", base);
  let tries = 0;
  // Browsers remember a module that did not come: under another address it is asked for anew.
  const { loadPyodide: load } = await steadily(async () => {
    const code = new URL(tries++ ? `pyodide.mjs?${tries}` : "pyodide.mjs", folder).href;
    return (await import(/* @vite-ignore */ code)) as { loadPyodide: typeof loadPyodide };
  });
  const plain = scope.fetch;
  scope.fetch = (address) => files.fetched(new URL(String(address)), "python");
  try {
    const begun = () => load({ indexURL: folder.href }).catch(worthAnotherTry);
    return await Promise.race([steadily(begun), files.lost]);
  } finally {
    scope.fetch = plain;
  }
}

/** A module of Pyodide's own that did not come may come later; nothing else would go better. */
function worthAnotherTry(error: unknown): never {
  if (error instanceof TypeError && /modul/i.test(error.message)) throw error;
  throw new Refused(String(error));
}
