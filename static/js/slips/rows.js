// One row for each typed line, the latest first: waiting, saved and read back, or refused with its reason.
import { html } from "../board/svg.js";

const TOLD = 6;

const slot = (row, name, text) => row.querySelectorAll(`[data-slot="${name}"]`).forEach((place) => (place.textContent = text ?? ""));
const show = (row, selector, isShown) => row.querySelectorAll(selector).forEach((part) => (part.hidden = !isShown));

export class Rows {
  /** `on`: {edit, drop, undo, offer, leave} are called with the line, `offer` also with the line that says more. */
  constructor(section, on) {
    Object.assign(this, { section, on, list: section.querySelector("[data-typed]"), log: section.querySelector("[data-log]"), shown: new Map(), told: null });
  }

  show({ queue, sending, standing, waiting }) {
    const entries = [...queue.others.map((entry) => ({ ...entry, state: "theirs" })), ...queue.entries].reverse();
    this.lay(entries.map((entry) => [JSON.stringify([entry, entry.id === sending]), entry, entry.id === sending]));
    show(this.section, "[data-unkept]", queue.isFull);
    show(this.section, '[data-standing="shut"]', standing === "shut");
    show(this.section, '[data-standing="cut"]', standing === "cut" && waiting.length);
    this.tell(queue.entries);
  }

  /** Rows that say the same stay where they are, with the focus that one of their buttons may have. */
  lay(wanted) {
    const rows = new Map(wanted.map(([key, entry, isSending]) => [key, this.shown.get(key) ?? this.row(entry, isSending)]));
    for (const [key, row] of this.shown) if (!rows.has(key)) row.remove();
    [...rows.values()].forEach((row, place) => this.list.children[place] !== row && this.list.insertBefore(row, this.list.children[place] ?? null));
    this.shown = rows;
  }

  row(entry, isSending) {
    const { state = "waiting", said = {} } = entry;
    const row = this.section.querySelector(`[data-line="${state}"]`).content.firstElementChild.cloneNode(true);
    for (const name of ["text", "byName"]) slot(row, name, entry[name]);
    for (const name of ["words", "stands", "typed"]) slot(row, name, said[name]);
    slot(row, "why", said.detail);
    show(row, "[data-was-there]", said.was_there);
    show(row, "[data-sending]", isSending);
    show(row, "[data-waits]", !isSending);
    show(row, '[data-do="undo"]', said.undo);
    for (const button of row.querySelectorAll("[data-do]")) button.addEventListener("click", () => this.on[button.dataset.do](entry));
    if (state === "waiting") show(row, "[data-do]", !isSending);
    if (state === "refused") this.offer(row, entry);
    if (state === "taken") this.correct(row, entry);
    return row;
  }

  /** Lines that say what this one left open. */
  offer(row, entry) {
    const chips = (entry.said.offers ?? []).map(({ line, label }) => {
      const chip = html("button", { type: "button", class: "chip" }, label);
      chip.addEventListener("click", () => this.on.offer(entry, line));
      return chip;
    });
    row.querySelector("[data-offers]").append(...chips);
    show(row, "[data-offers]", chips.length);
  }

  /** The correction shows first what it changes: its page has the rest. */
  correct(row, entry) {
    const { said } = entry;
    const form = row.querySelector("[data-correct]");
    const token = document.querySelector("[data-slip] [name=csrfmiddlewaretoken]");
    const fields = Object.entries(said.fields).map(([name, value]) => html("input", { type: "hidden", name, value }));
    form.action = said.correct;
    form.append(token.cloneNode(), ...fields);
    form.addEventListener("submit", () => setTimeout(() => this.on.leave(entry))); // a form that is no longer there is not sent
  }

  /** For those who do not see the rows change: each line that was saved or refused since is read out once. */
  tell(entries) {
    const settled = entries.filter(({ state }) => state && state !== "parked");
    const fresh = this.told ? settled.filter(({ id }) => !this.told.has(id)) : [];
    this.told = new Set(settled.map(({ id }) => id));
    if (document.hidden) return;
    for (const entry of fresh) this.log.append(html("p", {}, this.words(entry)));
    while (this.log.children.length > TOLD) this.log.firstElementChild.remove();
  }

  words(entry) {
    const row = this.row(entry, false);
    row.querySelectorAll("button, [hidden]").forEach((part) => part.remove());
    return row.textContent.trim();
  }
}
