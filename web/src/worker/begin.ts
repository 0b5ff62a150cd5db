// How a module worker with a house begins. Its name tells where the files of the house lie.

import { Progress, SiteFiles, type Sizes } from "./files";
import { PageHouse } from "./house";
import type { Store } from "./keeping";
import type { FromWorker, ToWorker } from "./protocol";
import { started } from "./python";
import { checked, NotLoaded, steadily } from "./steadily";

const scope = self as unknown as {
  name: string;
  postMessage(message: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};
const base = new URL(scope.name || "../", import.meta.url);
const plain = fetch.bind(globalThis); // what Pyodide fetches is counted, and waits for the sizes
const tell = (message: FromWorker) => scope.postMessage(message);

async function sizes(): Promise<Sizes> {
  const address = new URL("python/sizes.json", base);
  const ask = async () => checked(await plain(address), address.pathname).json() as Promise<Sizes>;
  return steadily(ask).catch(() => ({})); // then nothing is known of sizes
}

async function open(store: Store, early: ToWorker[]): Promise<void> {
  const files = new SiteFiles(base, sizes(), new Progress(tell));
  files.lost.catch((error) => {
    if (error instanceof NotLoaded) tell({ type: "failed", reason: "offline", detail: `${error}` });
  });
  const house = new PageHouse({ files, store, python: () => started(files, base) }, tell);
  scope.onmessage = (event) => house.hear(event.data);
  for (const message of early) house.hear(message);
  await house.open();
}

/** Opens a house with what is kept in a store, of the place where its files lie. */
export function begin(storeOf: (place: string) => Store): void {
  const early: ToWorker[] = [];
  scope.onmessage = (event) => early.push(event.data);
  open(storeOf(base.pathname), early).catch((error) =>
    tell({ type: "failed", reason: "python", detail: String(error) }),
  );
}
