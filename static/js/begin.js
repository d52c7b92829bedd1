// Asks for the page's scripts, <script type="later">, in their order, after the style sheets and what draws a board, which
// a slow line then brings sooner. htmx comes only where a page has elements for it; ui/htmx.js asks for it when a section
// changes.
(() => {
  const FOR_HTMX = "[hx-get], [hx-post], [data-with-htmx]";
  // A module that does not come keeps nothing else waiting.
  const LONGEST_WAIT = 3000;
  let begun = false;

  function begin() {
    if (begun) return;
    begun = true;
    callAtOnce("DOMContentLoaded");
    document.querySelectorAll('script[type="later"]').forEach((later) => {
      if ("htmx" in later.dataset && !document.querySelector(FOR_HTMX)) return;
      const script = Object.assign(document.createElement("script"), { async: false, src: later.src });
      if (!("htmx" in later.dataset)) script.type = "module";
      later.replaceWith(script);
    });
  }

  // htmx waits for an event that is over when it comes. Dispatched again, the event would begin other scripts twice.
  function callAtOnce(event) {
    const listen = document.addEventListener.bind(document);
    document.addEventListener = (name, listener, options) => {
      if (name === event) queueMicrotask(() => listener(new Event(event)));
      else listen(name, listener, options);
    };
  }

  // The page's own modules, such as the recorder's, come first: they run before this event.
  function wait() {
    document.addEventListener("DOMContentLoaded", begin, { once: true });
    setTimeout(begin, LONGEST_WAIT);
  }

  // Of which a browser may know nothing.
  const [page] = performance.getEntriesByType("navigation");
  if (page ? page.domContentLoadedEventStart > 0 : document.readyState !== "loading") begin();
  else if (document.readyState === "loading") document.addEventListener("readystatechange", wait, { once: true });
  else wait();
})();

// What a first page held itself (config/static_files/first_page.py), the next one finds in the browser's cache.
window.addEventListener("load", () => document.querySelectorAll("style[data-from]").forEach(({ dataset }) => fetch(dataset.from).catch(() => {})));
