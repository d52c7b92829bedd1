// The builder works without this; with it there is undo, and a list that is searched at once and that arrows walk through.
import { searchFields, showAllFigures, showFigures } from "./builder/list.js";

// Each change of the team has an address of its own, so that the browser's Back button undoes it; `place` is the
// index of the present one in `trail`.
let trail = [location.href];
let place = 0;

const panel = () => document.getElementById("team-panel");
const figures = () => [...(panel()?.querySelectorAll("input[name=f]") ?? [])];
let answered = []; // the figures that the server's last answer holds, whatever has been pressed since

const show = () => {
  answered = figures().map((input) => input.value);
  document.querySelectorAll("[data-undo]").forEach((button) => (button.hidden = place === 0));
  showFigures();
};

document.addEventListener("htmx:pushedIntoHistory", () => {
  trail = [...trail.slice(0, place + 1), location.href];
  place += 1;
  show();
});
document.addEventListener("htmx:replacedInHistory", () => (trail[place] = location.href));

// Back, forward, or several steps at once: of equal addresses in the trail, the one nearest to where we were.
const TYPED = ["team-name", ...searchFields];
let typed = [];
window.addEventListener("popstate", () => {
  typed = TYPED.map((id) => document.getElementById(id)).map((field) => [field?.value ?? "", field?.checked ?? false]);
  const near = trail.map((_, step) => step).sort((a, b) => Math.abs(a - place) - Math.abs(b - place));
  place = near.find((step) => step !== place && trail[step] === location.href) ?? place;
});

// What stands outside the team is not part of the page that comes back: the choices follow the address; the name and what is
// looked for stay.
document.addEventListener("htmx:historyRestore", () => {
  const asked = new URLSearchParams(location.search);
  const chosen = { format: "constructed", legality: "none", pool: "" };
  for (const [id, usual] of Object.entries(chosen)) {
    const field = document.getElementById(id);
    if (field) field.value = asked.get(id) ?? usual;
  }
  TYPED.forEach((id, nth) => {
    const field = document.getElementById(id);
    if (field && typed[nth]) [field.value, field.checked] = typed[nth];
  });
  show();
});
document.addEventListener("htmx:load", ({ target }) => {
  if (target.id === "main" && !trail.includes(location.href)) [trail, place] = [[location.href], 0]; // a step taken in place brought the page
  show();
});

// What is pressed changes the form at once, so that the next press counts on it however slow the answer is.
const add = (slug) => panel().append(Object.assign(document.createElement("input"), { type: "hidden", name: "f", value: slug }));
const changes = {
  add,
  out: (slug) => figures().findLast((input) => input.value === slug)?.remove(),
  clear: () => figures().forEach((input) => input.remove()),
};

// A figure that was added or taken out may leave its list: whoever has no mouse goes on at the same place.
const buttonsNamed = (action) => [...document.querySelectorAll(`#builder :not([hidden]) > [name=${action}]:is(button)`)];
let pressed = null;
let sharing = false;
document.addEventListener("htmx:beforeSwap", () => (sharing = document.getElementById("sharing")?.open ?? sharing));
document.addEventListener("htmx:afterSettle", () => {
  const details = document.getElementById("sharing");
  if (details) details.open = sharing;
  const was = pressed;
  pressed = null;
  if (!was || document.activeElement !== document.body) return;
  const left = buttonsNamed(was.name);
  (left[Math.min(was.place, left.length - 1)] ?? document.getElementById("q")).focus({ preventScroll: true });
});

const press = (event) => {
  const button = event.target.closest("#builder button[name]");
  const change = changes[button?.name];
  if (!change) return;
  event.preventDefault();
  event.stopPropagation();
  const builder = document.getElementById("builder");
  pressed = { name: button.name, place: buttonsNamed(button.name).indexOf(button) };
  change(button.value);
  const state = new FormData(builder);
  state.delete("csrfmiddlewaretoken");
  const address = `${builder.getAttribute("action")}?${new URLSearchParams(state)}`;
  const answer = window.htmx.ajax("GET", address, { source: "#team-panel", target: "#team-panel", swap: "outerHTML" });
  answer.catch(() => {}); // a later press overtook it, and carries all that it carried
};
document.addEventListener("click", press, { capture: true });

// The page that is kept for going back is the one that was shown, without what was pressed on it.
document.addEventListener("htmx:beforeHistorySave", () => {
  if (!panel()) return;
  changes.clear();
  answered.forEach(add);
});

// Saving leaves the page, as every form does.
document.addEventListener("submit", (event) => event.submitter?.hasAttribute("formaction") && event.stopPropagation(), {
  capture: true,
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-undo]")) history.back();
});

const rows = () => buttonsNamed("add");

// What is looked for is shown as it is typed or chosen.
const looks = (event) => searchFields.includes(event.target.id) && showFigures();
document.addEventListener("input", looks);
document.addEventListener("change", looks);
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-show-all]")) return;
  event.preventDefault();
  showAllFigures();
  document.getElementById("q").focus();
});

/** Ctrl+Z goes one step back, except in a field, where it takes back what was typed. */
const undoByKey = (event) => {
  const typing = event.target.matches("input:not([type=checkbox]), textarea, select");
  if (!(event.ctrlKey || event.metaKey) || event.key !== "z" || typing || place === 0) return;
  event.preventDefault();
  history.back();
};

/** The arrows walk from the search field through the cards, and back up to it; Enter in the field goes to the first. */
const walkByKey = (event) => {
  const row = rows().indexOf(event.target);
  const step = { ArrowDown: 1, ArrowUp: -1, ...(row < 0 ? { Enter: 1 } : { ArrowRight: 1, ArrowLeft: -1 }) }[event.key];
  if (!step) return;
  if (row < 0 && !(event.target.id === "q" && step > 0)) return;
  event.preventDefault();
  (rows()[row + step] ?? document.getElementById("q")).focus();
};

document.addEventListener("keydown", undoByKey);
document.addEventListener("keydown", walkByKey);

show();
