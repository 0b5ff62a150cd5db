// The house of a page in a worker, opened as web/src/worker/worker.ts does it, but whoever made the worker
// may ask its Python anything: {path} brings a file of the laboratory, {game} fetches a game's module,
// {question, given} calls a function such as "wasm.thoughts:solutions" with arguments in JSON.
// laboratory.py bundles it.

import { Progress, SiteFiles } from "../../web/src/worker/files";
import { PageHouse } from "../../web/src/worker/house";
import { NoStore } from "../../web/src/worker/keeping";
import { started } from "../../web/src/worker/python";

const base = new URL("../", import.meta.url);
const HERE = "/laboratory";
const HELP = `
import json, sys
from importlib import import_module

sys.path.append("${HERE}")

async def fetch(game):
    from blockhaus.core.engine import engine
    modules = engine()._modules
    await modules.host.fetch_game(game)
    modules.here.add(game)

async def ask(question, given):
    where, _, name = question.partition(":")
    return json.dumps(getattr(import_module(where), name)(*json.loads(given)))

fetch, ask
`;

const files = new SiteFiles(base, Promise.resolve({}), new Progress(() => {}));
let python;
const opened = new Promise((open, fail) => {
  const house = new PageHouse(
    {
      files,
      store: new NoStore(),
      python: async () => {
        python = await started(files, base);
        return python;
      },
    },
    (message) => {
      if (message.type === "ready") open(python.runPython(HELP).toJs());
      else if (message.type === "failed") fail(new Error(message.detail));
    },
  );
  void house.open();
});

async function bring(path) {
  const text = await files.bytes(`laboratory/${path}`, "");
  python.FS.mkdirTree(`${HERE}/${path}`.replace(/\/[^/]*$/, ""));
  python.FS.writeFile(`${HERE}/${path}`, text);
}

self.onmessage = async ({ data: { id, path, game, question, given } }) => {
  try {
    const [fetch, ask] = await opened;
    const answer = path ? await bring(path) : game ? await fetch(game) : await ask(question, given);
    postMessage({ id, answer });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
};
