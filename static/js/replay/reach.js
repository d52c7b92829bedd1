// "What could this unit reach here?": its spells, asked of the server for the action that is shown.
import { Aim } from "../board/aim.js";
import { html } from "../board/svg.js";

const spellButton = ({ name, cost }, i) =>
  html("button", { type: "button", class: "button button-small", "data-spell": i, "aria-pressed": "false" },
    name, cost ? html("span", { class: "cost" }, cost) : null);

export class Reach {
  /** `parts`: {section, unit: <select>, spells, aim}. */
  constructor(parts, { scene, words, address, onClear }) {
    Object.assign(this, parts, { scene, words, address, onClear, aiming: new Aim(parts.aim, { scene, words }) });
    this.unit.addEventListener("change", () => this.ask());
    this.section.addEventListener("toggle", () => (this.section.open ? this.ask() : this.forget()));
    this.spells.addEventListener("click", (event) => {
      const button = event.target.closest("[data-spell]");
      if (button) this.choose(button);
    });
  }

  /** The figures of that position can be asked about; what was lit for the one before is put out. */
  show(count, position) {
    Object.assign(this, { count, position });
    const options = Object.entries(position.units).filter(([, unit]) => unit.cell).map(([id, unit]) => [id, `${unit.name} (${unit.side}, ${unit.cell})`]);
    const wanted = this.section.open && this.unit.value ? this.unit.value : position.active;
    this.unit.replaceChildren(...options.map(([id, label]) => html("option", { value: id }, label)));
    if (options.some(([id]) => id === wanted)) this.unit.value = wanted;
    this.empty();
    this.asked = null;
    clearTimeout(this.soon);
    if (this.section.open) this.soon = setTimeout(() => this.ask(), 300);
  }

  empty() {
    this.aiming.clear();
    this.spells.replaceChildren();
  }

  forget() {
    this.empty();
    this.onClear();
  }

  async ask() {
    this.forget();
    const asked = (this.asked = Symbol("the latest question"));
    if (!this.unit.value) return;
    const answer = await fetch(`${this.address}?${new URLSearchParams({ after: this.count, unit: this.unit.value })}`).catch(() => null);
    if (this.asked !== asked) return;
    if (answer?.ok) this.offer(await answer.json());
    else this.spells.replaceChildren(html("p", { class: "small" }, this.words.noReach));
  }

  offer({ spells, incomplete }) {
    this.known = spells;
    this.spells.replaceChildren(...spells.map(spellButton), incomplete ? html("p", { class: "small soft flush" }, this.words.incomplete) : "");
  }

  choose(button) {
    const pressed = button.getAttribute("aria-pressed") === "true";
    this.spells.querySelectorAll("[data-spell]").forEach((each) => each.setAttribute("aria-pressed", String(each === button && !pressed)));
    if (pressed) {
      this.aiming.clear();
      this.onClear();
      return;
    }
    const { name, reach } = this.known[Number(button.dataset.spell)];
    this.aiming.show(name, reach, this.position);
  }

  /** A tap on a figure asks about it; while a spell is shown, a tap on a closed cell says why. */
  cell(cell) {
    const why = this.aiming.explain(cell);
    if (why) {
      this.aiming.said.textContent = why;
      return;
    }
    const [id] = Object.entries(this.position.units).find(([, unit]) => unit.cell === cell) ?? [];
    if (!id || !this.section.open) return;
    this.unit.value = id;
    this.ask();
  }
}
