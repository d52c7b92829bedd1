// What was entered without the rules at hand, and what the server said of it once it had it.
import { html } from "../board/svg.js";

export class Checked {
  constructor(place, words) {
    Object.assign(this, { place, words });
    this.list = html("ul", { class: "plain-list small" });
  }

  /** `findings`: of this entry; none means that the rules allow it. */
  add(entry, findings) {
    const verdict = findings.length
      ? findings.map(({ article, message }) => html("span", {}, html("span", { class: "badge badge-bad" }, article ?? ""), " ", message))
      : [html("span", { class: "badge badge-good" }, this.words.byTheRules)];
    this.list.append(html("li", {}, html("strong", {}, entry.said ?? entry.action.do), " ", ...verdict));
    const away = html("button", { type: "button", class: "button button-small" }, this.words.seen);
    away.addEventListener("click", () => {
      this.list.replaceChildren();
      this.place.replaceChildren();
    });
    const broken = [...this.list.querySelectorAll(".badge-bad")].map((badge) => badge.cloneNode(true));
    const open = this.place.querySelector("details")?.open ? "" : null; // the figures lie below: it opens for who asks
    const row = html("details", { open }, html("summary", {}, `${this.words.checked} (${this.list.children.length}) `, ...broken), this.list);
    this.place.replaceChildren(html("div", { class: "checked-row", role: "status" }, row, away));
  }
}
