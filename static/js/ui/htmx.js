// htmx, of which js/begin.js does not load a copy for a page that begins without elements for it.
let coming = null;

export function htmx() {
  coming ??= loaded().catch((error) => {
    // The next who needs it tries again.
    coming = null;
    throw error;
  });
  return coming;
}

async function loaded() {
  if (window.htmx) return window.htmx;
  const script = document.createElement("script");
  script.src = document.querySelector("script[data-htmx]").src;
  await new Promise((done, failed) => {
    script.addEventListener("load", done);
    script.addEventListener("error", () => failed(new Error("htmx did not come")));
    document.head.append(script);
  });
  return window.htmx;
}
