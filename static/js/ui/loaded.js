/** What a slow line brings last: `begin` is called once the page and all that it asked for have been loaded. */
export function onceLoaded(begin) {
  if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin, { once: true });
}
