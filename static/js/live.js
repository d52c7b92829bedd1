// Sections that keep themselves up to date:
//   <section data-live="event:12:pairings" data-version="7" data-src="/events/x/pairings/fragment/">...</section>
// The stream says only "this topic is at version n"; the section is then fetched anew under the viewer's own rights.
// Without the stream the page asks for the versions by itself. A hidden tab holds no stream. Both tell the server's time. docs/live.md

import { htmx } from "./ui/htmx.js";
import { inside } from "./ui/pieces.js";
import { knowsServerTime, learnServerTime, serverTime } from "./ui/server-time.js";

// Milliseconds; a comment on a line of its own is not sent to phones.
// Spreads the requests of pages that all learn of a change at once.
const JITTER = 1300;
// For each of very many pages: half of what one process can answer, so that none waits long.
const EACH = 16;
// And up to SPREAD more: pages ask at different times, so that what they learn needs no jitter.
const POLL = 1200;
const SPREAD = 600;
const RETRY = 5000;
// Until a section in which somebody chooses is looked at again.
const HELD = 2000;
// After a step on this page: what it changes elsewhere on the page comes without jitter, since one page alone asks.
const OWN_STEP = 3000;
// Soon, when a server was only restarted.
const RETRY_STREAM = [2000, 4000, 8000, 16000];
const STALE_AFTER = 30000;

// Topic -> the version that this page shows.
const known = new Map();
let stream = null;
let polling = null;
let retrying = null;
let checking = null;
let looking = null;
// How many streams were tried since one said something.
let tries = 0;
let lastHeard = Date.now();
let lastStep = -Infinity;

const sections = () => [...document.querySelectorAll("[data-live][data-src]")];
const topicsOf = (section) => section.dataset.live.split(/\s+/).filter(Boolean);
const topics = () => [...new Set(sections().flatMap(topicsOf))];
const query = () => topics().map((topic) => `topic=${encodeURIComponent(topic)}`).join("&");

function heard() {
  lastHeard = Date.now();
  show();
}

function show() {
  const notice = document.querySelector("[data-connection]");
  if (!notice) return;
  const stale = sections().length > 0 && Date.now() - lastHeard > STALE_AFTER;
  const words = !navigator.onLine ? notice.dataset.offline : stale ? notice.dataset.stale : "";
  if (notice.textContent !== words) notice.textContent = words;
  notice.hidden = !words;
}

function learn(versions, jitter) {
  heard();
  for (const [topic, version] of Object.entries(versions)) {
    const before = known.get(topic);
    known.set(topic, version);
    if (before !== undefined && before !== version) {
      sections().filter((section) => topicsOf(section).includes(topic)).forEach((section) => {
        section.liveNews = true;
        soon(section, jitter);
      });
    }
  }
}

// A section that a script keeps up to date itself (`data-live-event`) is told at once.
function soon(section, jitter = JITTER) {
  if (section.hasAttribute("data-live-event")) {
    section.dispatchEvent(new CustomEvent("live-change", { bubbles: true }));
    return;
  }
  section.liveAsks = true;
  if (section.liveTimer) return;
  const spread = Date.now() - lastStep < OWN_STEP ? 0 : jitter;
  section.liveTimer = setTimeout(() => refresh(section), Math.random() * spread);
}

document.addEventListener("submit", ({ target }) => { if (target.method === "post") lastStep = Date.now(); }, true);

function typing(section) {
  const field = document.activeElement;
  return section.contains(field) && field.matches("input, select, textarea") && !field.closest("[data-keeps]");
}

// [data-holds]: somebody is choosing in it, or has just asked for something; what they are about to tap must not move.
// While the answer to a step is on its way (js/in_place.js), what it changed is no news to the one who took it.
const CHOOSING = "[data-holds]:not(details), details[data-holds][open], .htmx-request";
const held = (section) => section.closest("[aria-busy]") !== null || section.querySelector(CHOOSING) !== null;
const later = (section) => setTimeout(() => soon(section, 0), HELD);

// <ul data-settles>: while somebody chooses beside its rows, those that are no longer asked for say so in their place, as does the
// number of them.
const settles = (section) => section.liveNews && section.querySelector("[data-settles]") !== null;

function settle(section, html) {
  const fresh = Object.assign(document.createElement("template"), { innerHTML: html }).content;
  section.querySelectorAll("[data-settles] > [id]").forEach((row) => {
    row.inert = !fresh.getElementById(row.id) && !row.querySelector(CHOOSING);
  });
  const [here, now] = [section, fresh].map((piece) => piece.querySelector("[data-count]"));
  if (here && now) here.textContent = now.textContent;
}

// js/around.js draws around a form in use.
function draw(section, html, swap) {
  const event = new CustomEvent("live-draw", { bubbles: true, cancelable: true, detail: { html, swap } });
  if (section.dispatchEvent(event)) swap(section, html, { swapStyle: "innerHTML" });
}

// What came for the section; somebody may have begun to choose in it meanwhile.
function bring(section, html, { swap }) {
  if (held(section)) {
    settle(section, html);
    later(section);
    return;
  }
  if (html !== section.liveHtml) draw(section, html, swap);
  section.liveHtml = html;
  section.liveAsks = false;
  section.classList.remove("is-stale");
}

// Whether somebody is in it, so that what it shows has to wait.
function waits(section) {
  if (held(section)) {
    if (settles(section)) return false;
    later(section);
    return true;
  }
  if (!typing(section)) return false;
  section.addEventListener("focusout", () => soon(section), { once: true });
  return true;
}

async function refresh(section) {
  section.liveTimer = null;
  if (!section.isConnected || waits(section)) return;
  section.liveNews = false;
  const turn = section.liveTurn = (section.liveTurn ?? 0) + 1;
  section.liveAsked = serverTime();
  try {
    // "no-cache" lets the browser send the ETag it has: an unchanged section costs a 304
    const answer = await fetch(section.dataset.src, { cache: "no-cache", headers: { "HX-Request": "true" } });
    // The second: sign in first.
    if (!answer.ok || answer.headers.has("HX-Redirect")) throw new Error(String(answer.status));
    const [html, brings] = await Promise.all([answer.text(), htmx()]);
    // A newer one was asked for meanwhile.
    if (turn !== section.liveTurn) return;
    bring(section, html, brings);
    heard();
  } catch {
    section.classList.add("is-stale");
    setTimeout(() => soon(section), RETRY);
  }
}

async function poll() {
  const asked = Date.now();
  try {
    const answer = await fetch(`/live/versions?${query()}`, { cache: "no-store" });
    if (!answer.ok) return;
    const { versions, now } = await answer.json();
    learnServerTime(now, asked);
    learn(versions, 0);
  } catch {
    show();
  }
}

function askMeanwhile() {
  polling ??= setInterval(poll, POLL + Math.random() * SPREAD);
  clearTimeout(retrying);
  retrying = setTimeout(listen, RETRY_STREAM[Math.min(tries++, RETRY_STREAM.length - 1)] * (0.5 + Math.random()));
}

function stopAsking() {
  clearInterval(polling);
  clearTimeout(retrying);
  polling = retrying = null;
}

// The time that it tells is far from what this page knows: it was held back on its way, or this device's clock was set.
function check() {
  checking ??= poll().finally(() => { checking = null; });
}

// The page asks until the stream has said something: a proxy may hold it back without an error.
function listen() {
  stream?.close();
  const asked = Date.now();
  stream = new EventSource(`/live?${query()}`);
  askMeanwhile();
  stream.addEventListener("beat", ({ data }) => {
    heard();
    if (!learnServerTime(Number(data))) check();
  });
  stream.addEventListener("message", (message) => {
    stopAsking();
    tries = 0;
    const news = JSON.parse(message.data);
    if (news.now) learnServerTime(news.now, asked);
    const spread = Math.max(JITTER, EACH * (news.listeners ?? 0));
    learn(news.versions ?? { [news.topic]: news.version }, spread);
  });
  stream.addEventListener("error", ({ target }) => {
    target.close();
    if (!document.hidden && !polling) askMeanwhile();
  });
}

function leave() {
  stream?.close();
  stream = null;
  stopAsking();
}

// What the page shows already; a section that does not say its version is fetched once, to be sure.
function note(section) {
  if (section.liveNoted) return;
  section.liveNoted = true;
  const versions = (section.dataset.version ?? "").split(" ").filter(Boolean);
  topicsOf(section).forEach((topic, index) => {
    if (versions[index] && !known.has(topic)) known.set(topic, Number(versions[index]));
  });
  if (!versions.length) soon(section);
}

function join() {
  sections().forEach(note);
  if (document.hidden) return;
  if (topics().length) listen();
  // For the time alone.
  else if (document.querySelector("[data-ends-at]")) poll();
}

// An answer from after that instant which still says it comes from a machine whose clock is behind.
function isDue(section, instant) {
  const now = serverTime();
  return instant <= now && (instant > (section.liveAsked ?? 0) || now - section.liveAsked > RETRY);
}

// Pages look at different times, so that they need no jitter.
function look() {
  if (!knowsServerTime()) return;
  sections().filter((section) => !section.liveAsks).forEach((section) => {
    const instants = [...section.querySelectorAll("[data-changes-at]")].map(({ dataset }) => Date.parse(dataset.changesAt));
    if (instants.some((instant) => isDue(section, instant))) soon(section, 0);
  });
}

// <span data-changes-at="ISO">: what it says is over at that instant of the server's clock; its section is fetched then.
// The page looks again and again, because a timer stands still while a laptop sleeps.
export function changes(root) {
  if (inside(root, "[data-changes-at]").length) looking ??= setInterval(look, JITTER);
}

let followed = null;

// Called for the page, and again for what htmx brings in: new sections mean a new stream.
export function live() {
  if (query() === followed) return;
  followed = query();
  leave();
  join();
}

document.addEventListener("visibilitychange", () => (document.hidden ? leave() : join()));
window.addEventListener("pagehide", leave);
window.addEventListener("online", () => { show(); join(); });
window.addEventListener("offline", show);
setInterval(show, RETRY);
