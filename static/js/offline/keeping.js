// Copies everything that the recorder needs onto this device, once, and again when the site has changed (judging/recorder/views/offline.py).
import { PAGES } from "./copies.js";

const FILES = "recorder-files-";

/** The plan, from the server or as it was kept. Throws where neither can be had. */
export async function readPlan(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

/** Without a secure address there are no copies: the engine then runs as long as the page stays open. */
export const canKeep = () => "caches" in window && "serviceWorker" in navigator;

/** `plays`: whether the game goes on by the rules on this device; the score alone needs neither them nor what runs them. */
export async function keepAll({ plan, address, facts, person, plays = true }) {
  if (!canKeep()) return false;
  await navigator.serviceWorker.register(plan.serviceWorker);
  const cache = await caches.open(FILES + plan.version);
  const files = plays ? [plan.worker, plan.engine, ...plan.files] : plan.files.filter((file) => !file.startsWith(plan.runtime));
  for (const each of [address, ...files]) await add(cache, each);
  await keepPage(person);
  if (facts) await add(await caches.open(PAGES + person), facts);
  await forgetOlder(FILES + plan.version);
  return true;
}

async function add(cache, address) {
  if (!(await cache.match(address, { ignoreVary: true }))) await cache.add(address);
}

/** The page itself: its first visit was not yet seen by the service worker. */
async function keepPage(person) {
  const cache = await caches.open(PAGES + person);
  const path = window.location.pathname;
  if (navigator.serviceWorker.controller && (await cache.match(path))) return;
  const answer = await fetch(path, { headers: { Accept: "text/html" } });
  if (answer.ok && answer.headers.get("X-Offline-Copy") === person) await cache.put(path, answer);
}

/** Pages of other games that need the former files go with them: they are kept anew when they are opened. */
async function forgetOlder(current) {
  const older = (await caches.keys()).filter((name) => name.startsWith(FILES) && name !== current);
  if (!older.length) return;
  await Promise.all(older.map((name) => caches.delete(name)));
  for (const name of (await caches.keys()).filter((each) => each.startsWith(PAGES))) await keepOnly(name, window.location.pathname);
}

async function keepOnly(name, path) {
  const cache = await caches.open(name);
  for (const request of await cache.keys()) if (new URL(request.url).pathname !== path) await cache.delete(request);
}
