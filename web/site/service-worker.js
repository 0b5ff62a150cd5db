/*
 * Keeps every file of the site, so that it opens without a network. VERSION and FILES, each file with
 * the hash of what is in it, are written above by web/tools/make_site.py. What has not changed is taken
 * from what is kept already. A new version waits until it is asked for or until no tab is open.
 */

const HERE = self.registration.scope;
const OURS = `blockhaus ${HERE} `;
const CURRENT = OURS + VERSION;
const AT_ONCE = 6; // files that are fetched side by side

const address = (path) => `${HERE}${path}?${FILES[path]}`;

async function keep(path) {
  const cache = await caches.open(CURRENT);
  const known = await caches.match(address(path));
  if (known) return cache.put(address(path), known);
  const answer = await fetch(HERE + path, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return cache.put(address(path), answer);
}

async function keepAll() {
  const paths = Object.keys(FILES);
  const next = async () => {
    for (let path = paths.shift(); path !== undefined; path = paths.shift()) await keep(path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** Tabs that were open before the new version took over still find their own files. */
async function clearAway() {
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CURRENT);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const path = pathOf(request.url);
  if (request.mode === "navigate" && !(path in FILES)) return page(request.url, path);
  const known = path in FILES && (await caches.match(address(path)));
  return known || (await caches.match(request, { ignoreSearch: true })) || fetch(request);
}

/** The page itself; one that is meant by its path, as in a served house, is told after the question mark. */
async function page(url, path) {
  const [told] = url.slice(HERE.length).split("#"); // what follows that stays
  if (path !== "index.html") return Response.redirect(`${HERE}?/${told}`);
  return (await caches.match(address(""))) || fetch(HERE);
}

const pathOf = (url) => url.slice(HERE.length).split(/[?#]/)[0];

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(clearAway()));
self.addEventListener("message", ({ data }) => data === "take over" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(HERE)) event.respondWith(answer(event.request));
});
