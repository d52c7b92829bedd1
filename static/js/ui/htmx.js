// htmx, of which js/begin.js does not load a copy for a page that begins without elements for it. That it is coming is kept on
// the element that names it: this module can be there twice.
const named = () => document.querySelector("script[data-htmx]");

export function htmx() {
  if (window.htmx) return Promise.resolve(window.htmx);
  const element = named();
  element.coming ??= loaded(element.src).catch((error) => {
    // The next who needs it tries again.
    element.coming = null;
    throw error;
  });
  return element.coming;
}

async function loaded(src) {
  const script = Object.assign(document.createElement("script"), { src });
  await new Promise((done, failed) => {
    script.addEventListener("load", done);
    script.addEventListener("error", () => failed(new Error("htmx did not come")));
    document.head.append(script);
  });
  return window.htmx;
}
