// <form data-unsaved>: the browser asks before a page is left on which something was typed and not yet sent.
let typed = false;

const isIn = (target) => target instanceof Element && target.closest("form[data-unsaved]");

document.addEventListener("input", ({ target }) => (typed ||= Boolean(isIn(target))));
document.addEventListener("submit", ({ target }) => (typed &&= !isIn(target)));
window.addEventListener("beforeunload", (event) => typed && event.preventDefault());

// What was typed in after a request left is newer than its answer: it is put back into the fields that the answer brings.
const typedAt = new WeakMap();
const sentAt = new WeakMap();
let moments = 0;
let newer = [];
const restored = []; // whose change is told once htmx listens to the new fields

const fieldsIn = (root) => [...root.querySelectorAll("[data-unsaved] :is(input, select, textarea):not([type=file])")];
const isSame = (one, other) => one.name === other.name && (!isTicked(one) || one.value === other.value);
const isTicked = ({ type }) => type === "checkbox" || type === "radio";

document.addEventListener("input", ({ target }) => typedAt.set(target, ++moments));
document.addEventListener("htmx:beforeRequest", ({ detail }) => sentAt.set(detail.xhr, moments));
// Once a step has replaced the place of an answer, that answer is not awaited any more: htmx would fill the old place with it, and
// take what this one preserves, the photograph that was chosen, out of the page.
const awaited = new Map();
document.addEventListener("htmx:beforeRequest", ({ detail: { target, xhr } }) => {
  awaited.set(xhr, target);
  xhr.addEventListener("loadend", () => awaited.delete(xhr));
});
document.addEventListener("htmx:afterSwap", () => awaited.forEach((target, xhr) => target.isConnected || xhr.abort()));
document.addEventListener("htmx:beforeSwap", ({ detail: { target, xhr } }) => {
  newer = fieldsIn(document).filter((field) => target.contains(field) && typedAt.get(field) > sentAt.get(xhr));
});
document.addEventListener("htmx:afterSwap", () => {
  for (const typedField of newer.splice(0)) {
    const field = fieldsIn(document).find((each) => isSame(each, typedField));
    if (!field || field === typedField) continue;
    if (isTicked(field)) field.checked = typedField.checked;
    else field.value = typedField.value;
    typedAt.set(field, moments);
    restored.push(field);
  }
});
document.addEventListener("htmx:afterSettle", () => {
  for (const field of restored.splice(0)) field.dispatchEvent(new Event("change", { bubbles: true }));
});
