// Where htmx takes away what had the focus, inside [data-answers], the focus goes on: to the same button of the same [data-row];
// where that was pressed and its row has gone elsewhere, to the row that now stands in its place; to the link or button that does
// the same; or else to what is said above. A field never gets it: on a phone its keyboard would open.
const CONTROLS = "a[href], button:not([disabled])";
const SAID = "[data-heard]:not(.visually-hidden), p.notice";

let last = null; // what has the focus, or had it when it was taken away

const placeOf = (row) => [...row.parentElement.children].indexOf(row);
const controlsOf = (row) => [...row.querySelectorAll(CONTROLS)];
const press = (row) => row && (row.querySelector("[data-press]") ?? row.querySelector(CONTROLS));

// What was taken away is whole, so that the place of its row is still known.
function sameOf(row) {
  const now = document.getElementById(row.id);
  const same = now && controlsOf(now)[controlsOf(row).indexOf(last)];
  return same && (same.textContent === last.textContent || placeOf(now) === placeOf(row)) ? same : null;
}

function inPlaceOf(row) {
  const rows = [...(document.getElementById(row.parentElement.id)?.children ?? [])];
  const at = placeOf(row);
  return press([...rows.slice(at), ...rows.slice(0, at).reverse()].find((each) => !each.hidden));
}

const doing = (control) => `${control.href ?? control.form?.getAttribute("action")} ${control.textContent.trim()}`;
const twinIn = (section) => last.matches(CONTROLS) && [...section.querySelectorAll(CONTROLS)].find((each) => doing(each) === doing(last));

function goOn(section) {
  if (!section || !last || last.isConnected || document.activeElement !== document.body) return;
  const row = last.closest("[data-row]");
  const next = (row && (sameOf(row) ?? inPlaceOf(row))) || twinIn(section);
  if (next) {
    next.focus();
    return;
  }
  const said = section.querySelector(SAID) ?? section;
  said.tabIndex = -1;
  said.focus({ preventScroll: true });
}

export function refocus() {
  document.addEventListener("focusin", ({ target }) => (last = target));
  // Left by a person; what is taken away may say so too.
  document.addEventListener("focusout", ({ target }) => queueMicrotask(() => target === last && target.isConnected && (last = null)));
  // After all that begins with the piece, such as the filter and a refusal.
  document.addEventListener("htmx:load", ({ target }) => queueMicrotask(() => goOn(target.closest("[data-answers]"))));
}
