// Opens the recorder without a line, from copies on this device: its pages, and the files that they need. Nothing else of the
// site is looked at: the address of this script, /record/, is where it may look. What is copied is decided in keeping.js.
const PAGES = "recorder-page-";
const PAGE = /^\/record\/[0-9a-f-]{36}\/(light\/)?$/;
const FILE = /^\/static\/|^\/record\/(worker|engine|plan)\/|^\/record\/[0-9a-f-]{36}\/facts\//;
const SITE = new URL("/", self.registration.scope).href;
const PATIENCE = 5000;
const GONE = new Set([403, 404, 410]); // the server no longer shows it to whoever sits here

const copyOf = (address) => caches.match(address, { ignoreVary: true });

/** One person's copies at a time. */
const keep = async (pathname, answer) => {
  const person = answer.headers.get("X-Offline-Copy");
  if (!person) return;
  for (const name of await caches.keys()) if (name.startsWith(PAGES) && name !== PAGES + person) await caches.delete(name);
  await (await caches.open(PAGES + person)).put(pathname, answer);
};

const forget = async (pathname) => {
  for (const name of await caches.keys()) if (name.startsWith(PAGES)) await (await caches.open(name)).delete(pathname);
};

/** From the server, if it answers in time. Another network's answer (a hall's sign-in page) is shown, and leaves the copy alone. */
const page = async (request, pathname) => {
  const copy = await copyOf(pathname);
  try {
    const answer = await fetch(request, copy ? { signal: AbortSignal.timeout(PATIENCE) } : {});
    if (answer.status >= 500 && copy) return copy;
    if (GONE.has(answer.status)) await forget(pathname);
    else if (answer.ok) await keep(pathname, answer.clone());
    return answer;
  } catch {
    return copy ?? Response.error();
  }
};

const file = async (request) => {
  return (await copyOf(request)) ?? fetch(request);
};

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method !== "GET" || !request.url.startsWith(SITE)) return;
  if (request.mode === "navigate" && PAGE.test(pathname)) event.respondWith(page(request, pathname));
  else if (FILE.test(pathname)) event.respondWith(file(request));
});
