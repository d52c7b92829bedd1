// What was entered without the rules at hand, and what the server said of it once it had it.
import { html } from "../board/svg.js";

export class Checked {
  constructor(place, words) {
    Object.assign(this, { place, words, broken: new Map() });
    this.list = html("ul", { class: "plain-list small" });
  }

  /** `findings`: of this entry; none means that the rules allow it. */
  add(entry, findings) {
    const verdict = findings.length
      ? findings.map(({ article, message }) => html("span", {}, html("span", { class: "badge badge-bad" }, article ?? ""), " ", message))
      : [html("span", { class: "badge badge-good" }, this.words.byTheRules)];
    const line = html("li", {}, html("strong", {}, entry.said ?? entry.action.do), " ", ...verdict);
    this.broken.set(line, findings);
    this.list.append(line);
    this.draw();
  }

  /** What was undone since has broken nothing. */
  keep(findings) {
    const stands = ({ action, message }) => findings.some((each) => each.action === action && each.message === message);
    const gone = [...this.broken].filter(([, broken]) => broken.length && !broken.some(stands)).map(([line]) => line);
    if (!gone.length) return;
    gone.forEach((line) => this.broken.delete(line) && line.remove());
    this.draw();
  }

  clear() {
    this.broken.clear();
    this.list.replaceChildren();
    this.place.replaceChildren();
  }

  draw() {
    if (!this.list.children.length) {
      this.clear();
      return;
    }
    const away = html("button", { type: "button", class: "button button-small" }, this.words.seen);
    away.addEventListener("click", () => this.clear());
    const broken = [...this.list.querySelectorAll(".badge-bad")].map((badge) => badge.cloneNode(true));
    const open = this.place.querySelector("details")?.open ? "" : null; // the figures lie below: it opens for who asks
    const row = html("details", { open }, html("summary", {}, `${this.words.checked} (${this.list.children.length}) `, ...broken), this.list);
    this.place.replaceChildren(html("div", { class: "checked-row", role: "status" }, row, away));
  }
}
