// Instead of the server of live pages: what it answers (`site`), its streams, and what a page asks of it.
import { live } from "../../static/js/live.js";
import { page, server, settled } from "./harness.js";

/** `ahead`: milliseconds by which its clock is ahead of the device's; undefined versions are a lost connection. */
export const site = { versions: {}, ahead: 0, fragment: () => ({ said: "<p>new</p>" }) };
export const streams = [];
export const swapped = [];
let hidden = false;

// half of every jitter: 650 ms before a section is fetched, 1500 ms between questions
Math.random = () => 0.5;
Object.defineProperty(document, "hidden", { get: () => hidden });
Object.defineProperty(navigator, "onLine", { value: true, writable: true });
window.htmx = {
  swap: (target, html) => swapped.push(html),
};
window.EventSource = class extends EventTarget {
  constructor(address) {
    super();
    Object.assign(this, { address, isClosed: false });
    streams.push(this);
  }

  close() {
    this.isClosed = true;
  }
};

export const now = () => Date.now() + site.ahead;
const numbers = () => site.versions && { said: { versions: site.versions, now: now() } };
const asked = server((address) => (address.startsWith("/live/versions") ? numbers() : site.fragment(address)));

export const stream = () => streams.at(-1);
export const open = () => streams.filter(({ isClosed }) => !isClosed).length;
export const says = (news) => stream().dispatchEvent(new MessageEvent("message", { data: JSON.stringify(news.versions ? { now: now(), ...news } : news) }));
export const beats = (told = now()) => stream().dispatchEvent(new MessageEvent("beat", { data: String(told) }));
export const breaks = () => stream().dispatchEvent(new Event("error"));
export const fetched = () => asked.filter(({ address }) => !address.startsWith("/live")).map(({ address }) => address);
export const questions = () => asked.filter(({ address }) => address.startsWith("/live/versions")).length;
export const section = (topics, address, version, content = "<input>") =>
  `<section data-live="${topics}" data-src="${address}" data-version="${version}">${content}</section>`;
const NOTICE = '<p data-connection data-stale="May be old." data-offline="Offline." hidden></p>';
export const notice = () => document.querySelector("[data-connection]").textContent;

export async function opened(...sections) {
  page(`<main>${NOTICE}${sections.join("")}</main>`);
  live();
  await settled();
}

export const onScreen = (isHidden) => {
  hidden = isHidden;
  document.dispatchEvent(new Event("visibilitychange"));
};
