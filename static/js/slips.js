// Results typed in a row: Enter puts a line into the queue (slips/lines.js) and empties the field at once, so that the next is
// typed while the last is being saved. Without this script the form sends one line at a time.
import { Lines } from "./slips/lines.js";
import { Rows } from "./slips/rows.js";
import { finding } from "./ui/finding.js";

const NONE = "0-0"; // no round is open: the server says so
const section = document.querySelector("[data-lines]");
const form = document.querySelector("[data-slip]");
const field = form.querySelector("input[name=slip]");
const address = form.action;
const person = { id: document.body.dataset.person, name: section.dataset.name };
const pairingsShown = () => document.querySelector("#entry-now [data-pairings]")?.dataset.pairings || NONE;

let pairings = null; // those that the page showed when this line was begun

const rows = new Rows(section, {
  edit(entry) {
    if (field.value.trim()) lines.park(field.value, pairings);
    lines.queue.remove(entry.id);
    put(entry.text);
  },
  drop(entry) {
    lines.queue.remove(entry.id);
    field.focus();
  },
  async undo(entry) {
    const isUndone = await lines.undo(entry);
    if (isUndone && !field.value) put(entry.text);
    else field.focus();
  },
  offer(entry, line) {
    lines.queue.remove(entry.id);
    lines.add(line, entry.pairings);
    field.focus();
  },
  leave: (entry) => lines.queue.remove(entry.id), // the correction has it
});
const lines = new Lines({ address, name: `results-${section.dataset.lines}`, person }, () => {
  rows.show(lines);
  sayOnce();
});

function put(text) {
  field.value = text;
  pairings = pairingsShown();
  field.focus();
  field.select();
}

// A line that stands here as saved is not said again by the list of what was entered last.
function sayOnce() {
  const here = new Set(lines.queue.entries.filter(({ state }) => state === "saved").map(({ said }) => String(said.result)));
  for (const row of document.querySelectorAll("[data-result]")) row.hidden = here.has(row.dataset.result);
}

function enter(text) {
  const line = text.trim();
  field.value = "";
  field.focus();
  form.querySelectorAll(".errorlist, .notice, .chips").forEach((part) => part.remove()); // of a line that the form sent itself
  if (line) lines.add(line, pairings ?? pairingsShown());
  pairings = null;
}

field.addEventListener("input", () => (pairings = field.value ? (pairings ?? pairingsShown()) : null));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  enter(event.submitter?.value || field.value);
});
form.removeAttribute("method"); // nothing is sent by it, so that nothing is kept for a form that did not arrive (ui/drafts.js)
section.querySelector("[data-sign-in]").search = `?next=${encodeURIComponent(location.pathname)}`;
document.addEventListener("htmx:load", sayOnce);
finding();
if (field.value === field.defaultValue) field.select(); // a line that the form sent itself, and that was refused
lines.reread();
lines.forgetSaved(pairingsShown());
lines.pump();
