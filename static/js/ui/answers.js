// Inside [data-answers] a refusal is an answer like any other: its piece of the page says what was wrong.
const ANSWERS = new Set([400, 409]);

let listening = false;

export function answers() {
  if (listening || !document.querySelector("[data-answers]")) return;
  listening = true;
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!ANSWERS.has(detail.xhr.status) || !detail.target.closest("[data-answers]")) return;
    detail.shouldSwap = true;
    detail.isError = false;
  });
}
