// The forms of a #main[data-in-place], which all pages have but those of signing in, change what it shows without loading it anew:
// they are sent as they would be without this script, and #main of the page that answers takes the place of this one, or all of it
// where its language is another. A page that must be loaded keeps its messages until it is: its block of messages asks for X-In-Place.
// What does not arrive stays as typed. <form data-anew> is sent as ever.
import { htmx } from "./ui/htmx.js";
import { refusals } from "./ui/refusals.js";

let isSending = false;
let shown = null;

const pathname = () => location.pathname + location.search;
const tellUnsent = (isUnsent) => document.querySelectorAll("[data-unsent]").forEach((notice) => (notice.hidden = !isUnsent));

async function answerTo(form, submitter) {
  const to = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href;
  const answer = await fetch(to, { method: "POST", body: new FormData(form, submitter), headers: { Accept: "text/html", "X-In-Place": document.body.dataset.person } });
  if (answer.status >= 500) throw new Error(String(answer.status));
  // what was refused stands where it was sent from: its own address may answer nothing but forms
  return { url: answer.ok || answer.redirected ? answer.url : location.href, html: await answer.text() };
}

// A first page holds its style sheets itself (config/static_files/first_page.py).
const ASKED = "link[rel=stylesheet]:not(noscript *), style[data-from], script[src]:not([data-htmx])";
const source = (piece) => piece.dataset.from ?? piece.getAttribute("href") ?? piece.getAttribute("src");
const pathOf = (piece) => new URL(source(piece), location).pathname;

// A page of its own is one of signing in, of somebody else, and one with a script that works only where it came with the page.
const hasHeader = (page) => page.querySelector(".site-header") !== null; // the recorder has none, and is opened whole
const isOfSame = (page) => page.body.dataset.person === document.body.dataset.person;
const isAlike = (page) => page.querySelector("#main[data-in-place]") && isOfSame(page) && hasHeader(page) === hasHeader(document) && !page.querySelector("script[data-once]");

function lacking(page) {
  const here = new Set([...document.querySelectorAll(ASKED)].map(pathOf));
  return [...page.querySelectorAll(ASKED)].filter((piece) => !here.has(pathOf(piece)));
}

function bring(piece) {
  const isScript = piece.matches("script");
  const own = isScript ? { src: source(piece), type: "module" } : { href: source(piece), rel: "stylesheet" };
  const made = Object.assign(document.createElement(isScript ? "script" : "link"), own);
  return new Promise((done) => {
    made.addEventListener("load", done);
    made.addEventListener("error", done);
    document.head.append(made);
  });
}

// What was refused has the focus, or else the message of what was done: it is read out, and its undo is the next Tab. Where nothing
// is said, it stays at the place of what was pressed, or goes to [data-stands], the words that tell how things stand now,
// or to the page's heading.
function focus(place) {
  refusals(document);
  const main = document.getElementById("main");
  if (main.contains(document.activeElement) && document.activeElement !== main) return;
  const said = main.querySelector(".messages, .just-ruled");
  const near = !said && document.getElementById(place)?.querySelector("a[href], button:not([disabled])");
  const next = near || said || main.querySelector("[data-stands]") || main.querySelector("h1") || main;
  if (!near) next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

// What may differ around #main.
function takesPlace(page, html, swap) {
  const isSameLanguage = page.documentElement.lang === document.documentElement.lang;
  document.documentElement.lang = page.documentElement.lang;
  document.title = page.title;
  document.body.className = page.body.className;
  document.body.setAttribute("hx-headers", page.body.getAttribute("hx-headers"));
  if (isSameLanguage) for (const part of ["main", "site-nav"]) swap(document.getElementById(part), html, { swapStyle: "outerHTML" }, { select: `#${part}` });
  else swap(document.body, html, { swapStyle: "innerHTML" });
}

async function show({ url, html }, place) {
  const page = new DOMParser().parseFromString(html, "text/html"); // oxlint-disable-line no-restricted-properties -- looked at, not shown: htmx does that
  if (!isAlike(page)) {
    location.assign(url);
    return;
  }
  const [{ swap }] = await Promise.all([htmx(), ...lacking(page).filter((piece) => !piece.matches("script")).map(bring)]);
  const isSamePage = new URL(url).pathname === location.pathname;
  if (!isSamePage) history.pushState(null, "", url);
  else if (url !== location.href.split("#")[0]) history.replaceState(null, "", url);
  shown = pathname();
  const stood = scrollY;
  takesPlace(page, html, swap);
  if (isSamePage) scrollTo(0, stood); // while both stand there, Chromium may scroll on to keep what is about to go in view
  lacking(page).forEach(bring);
  focus(place);
  if (!isSamePage || document.querySelector("#main [data-from-top]")) scrollTo(0, 0); // a preview begins with what is wrong, and its button
}

// Meanwhile the pressed button shows it, the parts of the page wait (live.js), and the step before can no longer be undone.
function setSending(sending, submitter) {
  isSending = sending;
  for (const busy of [document.getElementById("main"), submitter]) {
    if (sending) busy?.setAttribute("aria-busy", "true");
    else busy?.removeAttribute("aria-busy");
  }
  for (const undo of document.querySelectorAll(".messages form button")) undo.disabled = sending && undo !== submitter;
}

async function send(form, submitter) {
  setSending(true, submitter);
  try {
    await show(await answerTo(form, submitter), form.closest("#main [id]")?.id);
    tellUnsent(false);
  } catch {
    tellUnsent(true);
  } finally {
    setSending(false, submitter);
  }
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || !form.closest("[data-in-place]") || form.matches("[data-anew]") || form.method !== "post") return;
  event.preventDefault();
  if (!isSending) send(form, submitter);
});
// the page before, as a browser would bring it; htmx brings its own
window.addEventListener("popstate", ({ state }) => !state?.htmx && shown && shown !== pathname() && location.reload());
