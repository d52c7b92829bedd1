// Inside [data-answers] a refusal is an answer like any other: its piece of the page says what was wrong. What did not arrive is
// told by [data-unsent]. Each request is looked at by itself: its piece of the page may have come later than this script.
// Its [data-heard] are read out after one's own step, but for the one that has the focus and is read out because of it.
// What answers a call to a judge ([data-call]) comes into view, wherever on the page its button stood.
import { refocus } from "./refocus.js";
import { say } from "./spoken.js";

const ANSWERS = new Set([400, 409]);

let listening = false;

const isWithin = ({ target }) => target.closest("[data-answers]") !== null;
const isAnswer = (detail) => ANSWERS.has(detail.xhr.status) && isWithin(detail);

export function answers() {
  if (listening) return;
  listening = true;
  refocus();
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!isAnswer(detail)) return;
    detail.shouldSwap = true;
    detail.isError = false;
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const isHeard = detail.successful || isAnswer(detail);
    if (!isHeard && !isWithin(detail)) return;
    document.querySelectorAll("[data-unsent]").forEach((notice) => (notice.hidden = isHeard));
    if (detail.requestConfig.verb !== "post") return;
    detail.target.closest("[data-call]")?.scrollIntoView({ block: "nearest" });
    const told = [...detail.target.querySelectorAll("[data-heard]:not(:focus)")];
    if (isHeard && told.length) say(told.map(({ textContent }) => textContent.trim()).join(" "));
  });
}
