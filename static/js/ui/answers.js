// Inside [data-answers] a refusal is an answer like any other: its piece of the page says what was wrong. What did not arrive is
// told by [data-unsent].
const ANSWERS = new Set([400, 409]);

let listening = false;

const isAnswer = ({ xhr, target }) => ANSWERS.has(xhr.status) && target.closest("[data-answers]");

export function answers() {
  if (listening || !document.querySelector("[data-answers]")) return;
  listening = true;
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!isAnswer(detail)) return;
    detail.shouldSwap = true;
    detail.isError = false;
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const isHeard = detail.successful || isAnswer(detail);
    document.querySelectorAll("[data-unsent]").forEach((notice) => (notice.hidden = isHeard));
  });
}
