// Two phones at one table: which side this one records. Kept on the device; either may take over at any time.
import { html } from "../board/svg.js";
import { quietly } from "../ui/quietly.js";

export class Sides {
  constructor(place, { key, words, names, order = ["A", "B"], onChange }) {
    const all = [...order].sort().join("");
    Object.assign(this, { key: `side-of-${key}`, onChange, all, mine: quietly(() => localStorage.getItem(`side-of-${key}`)) || all });
    const choice = (value, label) => html("label", { class: "choice" }, html("input", { type: "radio", name: "sides", value, checked: this.mine === value ? "" : null }), label);
    place.replaceChildren(html("legend", {}, words.recordsHere), html("div", { class: "choices" }, choice(all, order.length > 2 ? words.allSides : words.bothSides), ...order.map((side) => choice(side, names[side]))));
    place.addEventListener("change", (event) => this.choose(event.target.value));
    this.place = place;
  }

  records(side) {
    return this.mine.includes(side);
  }

  choose(value) {
    this.mine = value;
    quietly(() => (value === this.all ? localStorage.removeItem(this.key) : localStorage.setItem(this.key, value)));
    this.place.querySelectorAll("input").forEach((input) => (input.checked = input.value === value));
    this.onChange();
  }
}
