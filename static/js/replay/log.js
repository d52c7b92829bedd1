// The game in words, grouped by turn and figure: one line an action, the present one marked, its proof as a sign.
import { fill, html } from "../board/svg.js";
import { proofBadge } from "./proof.js";
import { groupsOf } from "./timeline.js";

const SEVERITY = { error: "notice-bad", warning: "notice-warn", note: "" };

export function findingNotice({ severity, article, line, message }) {
  return html("div", { class: `notice ${SEVERITY[severity]}` }, html("p", {}, article ? html("strong", {}, `${article} `) : null, message), line ? html("p", { class: "small soft" }, line) : null);
}

export class Log {
  constructor(list, film, { words, names, onSeek }) {
    this.list = list;
    this.rows = film.steps.map((step, i) => row(step, i, film.findingsAt(i), words));
    list.replaceChildren(...this.grouped(film, { words, names }));
    list.dataset.drawn = "";
    list.addEventListener("click", (event) => {
      const button = event.target.closest("[data-count]");
      if (button) onSeek(Number(button.dataset.count));
    });
  }

  grouped(film, { words, names }) {
    let turn = null;
    return groupsOf(film).flatMap((group) => {
      const isNew = group.turn !== turn;
      turn = group.turn;
      const heading = isNew ? [html("li", { class: "step-turn" }, turn ? fill(words.turn, { n: turn, player: names[group.player] }) : words.setUp)] : [];
      const figure = group.active ? [html("li", { class: `step-figure step-figure-${group.player.toLowerCase()}` }, film.nameOf(group.active))] : [];
      return [...heading, ...figure, ...this.rows.slice(group.first, group.last + 1)];
    });
  }

  show(count) {
    this.now?.removeAttribute("aria-current");
    this.now = this.rows[count - 1];
    if (!this.now) return void (this.list.scrollTop = 0);
    this.now.setAttribute("aria-current", "step");
    this.list.scrollTop = this.now.offsetTop - this.list.clientHeight / 2;
  }
}

function row(step, i, findings, words) {
  const worst = findings.some((finding) => finding.severity === "error") ? "error" : findings[0]?.severity;
  const kind = worst === "error" || worst === "warning" ? worst : step.proof;
  const clock = step.clock ? html("small", { class: "soft" }, ` ${step.clock}`) : null;
  return html("li", { class: `step step-${kind}` },
    html("button", { type: "button", "data-count": i + 1 }, html("span", { class: "step-number" }, String(i + 1)), html("span", {}, step.words, " ", proofBadge(step.proof, words, { quiet: true }), clock)));
}
