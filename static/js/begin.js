// Asks for the page's scripts, <script type="later">, in their order, after the style sheets and what draws a board, which
// a slow line then brings sooner. htmx comes only where a page has elements for it; ui/htmx.js asks for it when a section
// changes.
(() => {
  const FOR_HTMX = "[hx-get], [hx-post], [data-with-htmx]";

  function begin() {
    callAtOnce("DOMContentLoaded");
    document.querySelectorAll('script[type="later"]').forEach((later) => {
      if ("htmx" in later.dataset && !document.querySelector(FOR_HTMX)) return;
      const script = document.createElement("script");
      if (!("htmx" in later.dataset)) script.type = "module";
      script.async = false;
      script.src = later.src;
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

  // What a first page held itself (config/first_page.py), the next one finds in the browser's cache.
  function fetchSheets() {
    document.querySelectorAll("style[data-from]").forEach(({ dataset }) => fetch(dataset.from).catch(() => {}));
  }

  // The page's own modules, such as the recorder's, come first: they run before this event. A browser may know no entry.
  const [page] = performance.getEntriesByType("navigation");
  const isOver = page ? page.domContentLoadedEventStart > 0 : document.readyState !== "loading";
  if (isOver) begin();
  else document.addEventListener("DOMContentLoaded", begin, { once: true });
  window.addEventListener("load", fetchSheets, { once: true });
})();
