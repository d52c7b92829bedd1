// Sections that keep themselves up to date:
//   <section data-live="event:12:pairings" data-version="7" data-src="/events/x/pairings/fragment/">...</section>
// The stream says only "this topic is at version n"; the section is then fetched anew under the viewer's own rights.
// Without the stream the page asks for the versions every few seconds. A hidden tab holds no stream. docs/live.md

const JITTER = 1500; // a hall that reloads at one instant is a stampede
const POLL = 5000;
const RETRY_STREAM = 30000;
const STALE_AFTER = 30000;

const known = new Map(); // topic -> the version that this page shows
let stream = null;
let polling = null;
let retrying = null;
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

function learn(versions) {
  heard();
  for (const [topic, version] of Object.entries(versions)) {
    const before = known.get(topic);
    known.set(topic, version);
    if (before !== undefined && before !== version) {
      sections().filter((section) => topicsOf(section).includes(topic)).forEach(soon);
    }
  }
}

function soon(section) {
  if (section.liveTimer) return;
  section.liveTimer = setTimeout(() => refresh(section), Math.random() * JITTER);
}

const typing = (section) => section.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");

async function refresh(section) {
  section.liveTimer = null;
  if (!section.isConnected) return;
  if (typing(section)) {
    section.addEventListener("focusout", () => soon(section), { once: true });
    return;
  }
  const turn = section.liveTurn = (section.liveTurn ?? 0) + 1;
  try {
    // "no-cache" lets the browser send the ETag it has: an unchanged section costs a 304
    const answer = await fetch(section.dataset.src, { cache: "no-cache", headers: { "HX-Request": "true" } });
    if (!answer.ok || answer.headers.has("HX-Redirect")) throw new Error(String(answer.status)); // or: sign in first
    const html = await answer.text();
    if (turn !== section.liveTurn) return; // a newer one was asked for meanwhile
    if (html !== section.liveHtml) window.htmx.swap(section, html, { swapStyle: "innerHTML" });
    section.liveHtml = html;
    section.classList.remove("is-stale");
    heard();
  } catch {
    section.classList.add("is-stale");
    setTimeout(() => soon(section), POLL);
  }
}

async function poll() {
  try {
    const answer = await fetch(`/live/versions?${query()}`, { cache: "no-store" });
    if (answer.ok) learn(await answer.json());
  } catch {
    show();
  }
}

function startPolling() {
  polling ??= setInterval(poll, POLL + Math.random() * JITTER);
  retrying ??= setTimeout(() => { retrying = null; listen(); }, RETRY_STREAM + Math.random() * RETRY_STREAM);
}

function stopPolling() {
  clearInterval(polling);
  clearTimeout(retrying);
  polling = retrying = null;
}

function listen() {
  stream?.close();
  stream = new EventSource(`/live?${query()}`);
  stream.onopen = () => { stopPolling(); heard(); };
  stream.addEventListener("beat", heard);
  stream.onmessage = (message) => {
    const news = JSON.parse(message.data);
    learn(news.versions ?? { [news.topic]: news.version });
  };
  stream.onerror = () => {
    stream.close();
    stream = null;
    if (!document.hidden) { poll(); startPolling(); }
  };
}

function leave() {
  stream?.close();
  stream = null;
  stopPolling();
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
setInterval(show, POLL);
