// <form data-in-place>, or one within [data-in-place], changes what the page shows without loading it anew: it is sent as it would
// be without this script, and #main of the page that answers takes the place of this one. What does not arrive stays as typed.
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
const needs = (page) => [...page.querySelectorAll(ASKED)].map((piece) => new URL(source(piece), location).pathname);

// A page of another kind brings style sheets and scripts that this one lacks.
function isAlike(page) {
  const here = new Set(needs(document));
  return page.getElementById("main") && needs(page).every((each) => here.has(each));
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

function show({ url, html }) {
  const page = Object.assign(document.createElement("template"), { innerHTML: html }).content;
  if (!isAlike(page)) {
    location.assign(url);
    return;
  }
  const isSamePage = new URL(url).pathname === location.pathname;
  if (!isSamePage) history.pushState(null, "", url);
  else if (url !== location.href.split("#")[0]) history.replaceState(null, "", url);
  shown = pathname();
  window.htmx.swap(document.getElementById("main"), html, { swapStyle: "outerHTML" }, { select: "#main" });
  document.title = page.querySelector("title").textContent;
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
    show(await answerTo(form, submitter));
    tellUnsent(false);
  } catch {
    tellUnsent(true);
  } finally {
    setSending(false);
  }
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || !form.closest("[data-in-place]") || form.method !== "post") return;
  event.preventDefault();
  if (!isSending) send(form, submitter);
});
// the page before, as a browser would bring it
window.addEventListener("popstate", () => shown && shown !== pathname() && location.reload());
