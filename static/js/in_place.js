// The forms of a #main[data-in-place], as on every page of an event, change what it shows without loading it anew: they are sent as
// they would be without this script, and #main of the page that answers takes the place of this one. What does not arrive stays
// as typed. <form data-anew> is sent as ever.
import { htmx } from "./ui/htmx.js";
import { refusals } from "./ui/refusals.js";

let isSending = false;
let shown = null;

const pathname = () => location.pathname + location.search;
const tellUnsent = (isUnsent) => document.querySelectorAll("[data-unsent]").forEach((notice) => (notice.hidden = !isUnsent));

async function answerTo(form, submitter) {
  const to = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href;
  const answer = await fetch(to, { method: "POST", body: new FormData(form, submitter), headers: { Accept: "text/html" } });
  if (answer.status >= 500) throw new Error(String(answer.status));
  return { url: answer.url, html: await answer.text() };
}

// A first page holds its style sheets itself (config/static_files/first_page.py).
const ASKED = "link[rel=stylesheet]:not(noscript *), style[data-from], script[src]:not([data-htmx])";
const source = (piece) => piece.dataset.from ?? piece.getAttribute("href") ?? piece.getAttribute("src");
const pathOf = (piece) => new URL(source(piece), location).pathname;
// Of <body>, which a template does not hold.
const BODY = /<body[^>]*\sclass="([^"]*)"/;

// To sign in is a page of its own; so is one with a script that works only where it came with the page.
const WAYS_IN = "/accounts/";
const hasHeader = (page) => page.querySelector(".site-header") !== null; // the recorder has none, and is opened whole
const isAlike = (page, url) => page.getElementById("main") && hasHeader(page) === hasHeader(document) && !page.querySelector("script[data-once]") && !new URL(url).pathname.startsWith(WAYS_IN);

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

// What was refused has the focus, or else the message of what was done: it is read out, and its undo is the next Tab.
function focus() {
  refusals(document);
  const main = document.getElementById("main");
  if (main.contains(document.activeElement) && document.activeElement !== main) return;
  const said = main.querySelector(".messages, .just-ruled") ?? main;
  said.tabIndex = -1;
  said.focus({ preventScroll: true });
}

async function show({ url, html }) {
  const page = Object.assign(document.createElement("template"), { innerHTML: html }).content;
  if (!isAlike(page, url)) {
    location.assign(url);
    return;
  }
  const [{ swap }] = await Promise.all([htmx(), ...lacking(page).filter((piece) => !piece.matches("script")).map(bring)]);
  const isSamePage = new URL(url).pathname === location.pathname;
  if (!isSamePage) history.pushState(null, "", url);
  else if (url !== location.href.split("#")[0]) history.replaceState(null, "", url);
  shown = pathname();
  document.title = page.querySelector("title").textContent;
  document.body.className = BODY.exec(html)?.[1] ?? "";
  swap(document.getElementById("main"), html, { swapStyle: "outerHTML" }, { select: "#main" });
  lacking(page).forEach(bring);
  if (!isSamePage) scrollTo(0, 0);
  focus();
}

function setSending(sending) {
  isSending = sending;
  const main = document.getElementById("main");
  if (sending) main.setAttribute("aria-busy", "true");
  else main.removeAttribute("aria-busy");
}

async function send(form, submitter) {
  setSending(true);
  try {
    await show(await answerTo(form, submitter));
    tellUnsent(false);
  } catch {
    tellUnsent(true);
  } finally {
    setSending(false);
  }
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || !form.closest("[data-in-place]") || form.matches("[data-anew]") || form.method !== "post") return;
  event.preventDefault();
  if (!isSending) send(form, submitter);
});
// the page before, as a browser would bring it
window.addEventListener("popstate", () => shown && shown !== pathname() && location.reload());
