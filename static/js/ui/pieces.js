// Finds what a script works on, on a whole page and in a piece that htmx brings in.

/** All of `selector` in what was just brought in, which may itself be one of them. */
export function inside(root, selector) {
  const own = root instanceof Element && root.matches(selector) ? [root] : [];
  return [...own, ...root.querySelectorAll(selector)];
}

/** `begin` is called for the page, and for each that a step taken in place puts there (js/in_place.js). */
export function onEachPage(begin) {
  begin(document);
  document.addEventListener("htmx:load", ({ target }) => target.id === "main" && begin(target));
}
