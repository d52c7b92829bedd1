// Sections that keep themselves up to date:
//   <section data-live="event:12:pairings" data-version="7" data-src="/events/x/pairings/fragment/">...</section>
// The stream says only "this topic is at version n"; the section is then fetched anew under the viewer's own rights.
// Without the stream the page asks for the versions by itself. A hidden tab holds no stream. docs/live.md

import { htmx } from "./ui/htmx.js";
import { inside } from "./ui/pieces.js";

const JITTER = 1300; // spreads the requests of pages that all learn of a change at once
const EACH = 16; // milliseconds for each of very many pages: half of what one process can answer, so that none waits long
const POLL = 1200; // and up to SPREAD more: pages ask at different times, so that what they learn needs no jitter
const SPREAD = 600;
const RETRY = 5000;
const HELD = 2000; // until a section in which somebody chooses is looked at again
const RETRY_STREAM = [2000, 4000, 8000, 16000]; // soon, when a server was only restarted
const STALE_AFTER = 30000;
const LONGEST_TIMER = 2 ** 31 - 1; // a browser fires a longer one at once

const known = new Map(); // topic -> the version that this page shows
let stream = null;
let polling = null;
let retrying = null;
let tries = 0; // how many streams were tried since one said something
let lastHeard = Date.now();

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
      sections().filter((section) => topicsOf(section).includes(topic)).forEach((section) => soon(section, jitter));
    }
  }
}

// A section that a script keeps up to date itself (`data-live-event`) is told at once.
function soon(section, jitter = JITTER) {
  if (section.hasAttribute("data-live-event")) {
    section.dispatchEvent(new CustomEvent("live-change", { bubbles: true }));
    return;
  }
  if (section.liveTimer) return;
  section.liveTimer = setTimeout(() => refresh(section), Math.random() * jitter);
}

function typing(section) {
  const field = document.activeElement;
  return section.contains(field) && field.matches("input, select, textarea") && !field.closest("[data-keeps]");
}

// [data-holds]: somebody is choosing in it, or has just asked for something; what they are about to tap must not move
const CHOOSING = "[data-holds]:not(details), details[data-holds][open], .htmx-request";
const held = (section) => section.querySelector(CHOOSING) !== null;
const later = (section) => setTimeout(() => soon(section, 0), HELD);

// js/around.js draws around a form in use.
function draw(section, html, swap) {
  const event = new CustomEvent("live-draw", { bubbles: true, cancelable: true, detail: { html, swap } });
  if (section.dispatchEvent(event)) swap(section, html, { swapStyle: "innerHTML" });
}

// What came for the section; somebody may have begun to choose in it meanwhile.
function bring(section, html, { swap }) {
  if (held(section)) {
    later(section);
    return;
  }
  if (html !== section.liveHtml) draw(section, html, swap);
  section.liveHtml = html;
  section.classList.remove("is-stale");
}

async function refresh(section) {
  section.liveTimer = null;
  if (!section.isConnected) return;
  if (held(section)) {
    later(section);
    return;
  }
  if (typing(section)) {
    section.addEventListener("focusout", () => soon(section), { once: true });
    return;
  }
  const turn = section.liveTurn = (section.liveTurn ?? 0) + 1;
  try {
    // "no-cache" lets the browser send the ETag it has: an unchanged section costs a 304
    const answer = await fetch(section.dataset.src, { cache: "no-cache", headers: { "HX-Request": "true" } });
    if (!answer.ok || answer.headers.has("HX-Redirect")) throw new Error(String(answer.status)); // or: sign in first
    const [html, brings] = await Promise.all([answer.text(), htmx()]);
    if (turn !== section.liveTurn) return; // a newer one was asked for meanwhile
    bring(section, html, brings);
    heard();
  } catch {
    section.classList.add("is-stale");
    setTimeout(() => soon(section), RETRY);
  }
}

async function poll() {
  try {
    const answer = await fetch(`/live/versions?${query()}`, { cache: "no-store" });
    if (answer.ok) learn(await answer.json(), 0);
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

// The page asks until the stream has said something: a proxy may hold it back without an error.
function listen() {
  stream?.close();
  stream = new EventSource(`/live?${query()}`);
  askMeanwhile();
  stream.addEventListener("beat", heard);
  stream.addEventListener("message", (message) => {
    stopAsking();
    tries = 0;
    const news = JSON.parse(message.data);
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
  if (topics().length && !document.hidden) listen();
}

// <span data-changes-at="ISO" data-now="ISO">: what it says is over at that instant of the server's clock; its section is fetched then.
export function changes(root) {
  inside(root, "[data-changes-at]").forEach((element) => {
    const wait = Date.parse(element.dataset.changesAt) - Date.parse(element.dataset.now);
    setTimeout(() => element.isConnected && soon(element.closest("[data-live]")), Math.min(wait, LONGEST_TIMER));
  });
}

let followed = "";

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
