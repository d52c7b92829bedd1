// <form data-unsaved>: the browser asks before a page is left on which something was typed and not yet sent.
let typed = false;

const isIn = (target) => target instanceof Element && target.closest("form[data-unsaved]");

document.addEventListener("input", ({ target }) => (typed ||= Boolean(isIn(target))));
document.addEventListener("submit", ({ target }) => (typed &&= !isIn(target)));
window.addEventListener("beforeunload", (event) => typed && event.preventDefault());
