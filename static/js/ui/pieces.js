// Finds what a script works on, on a whole page and in a piece that htmx brings in.

/** All of `selector` in what was just brought in, which may itself be one of them. */
export function inside(root, selector) {
  const own = root instanceof Element && root.matches(selector) ? [root] : [];
  return [...own, ...root.querySelectorAll(selector)];
}
