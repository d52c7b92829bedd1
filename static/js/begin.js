// Asks for the page's scripts, <script type="later">, in their order, and for what they will fetch, <link rel="later">.
// They come after the style sheets, which a slow line then brings sooner. htmx comes only where a page has elements for
// it; ui/htmx.js asks for it when a section changes.
(() => {
  const FOR_HTMX = "[hx-get], [hx-post], [data-with-htmx]";
  const READY = new Event("DOMContentLoaded"); // htmx waits for it, and comes when it is over

  function begin() {
    document.querySelectorAll('link[rel="later"]').forEach((later) => (later.rel = "preload"));
    document.querySelectorAll('script[type="later"]').forEach((later) => {
      const script = document.createElement("script");
      if (!("htmx" in later.dataset)) script.type = "module";
      else if (document.querySelector(FOR_HTMX)) script.addEventListener("load", () => document.dispatchEvent(READY));
      else return;
      script.async = false;
      script.src = later.src;
      later.replaceWith(script);
    });
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin, { once: true });
  else begin();
})();
