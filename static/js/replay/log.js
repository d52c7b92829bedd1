// The game in words: one line an action, the present one marked, findings under the action that they are about.
import { html } from "../board/svg.js";

const UNPROVED = { believed: ["badge badge-trust", "onTrust"], unchecked: ["badge badge-unchecked", "notChecked"] };
const SEVERITY = { error: "notice-bad", warning: "notice-warn", note: "" };

export function findingNotice({ severity, article, line, message }) {
  return html("div", { class: `notice ${SEVERITY[severity]}` }, html("p", {}, article ? html("strong", {}, `${article} `) : null, message), line ? html("p", { class: "small soft" }, line) : null);
}

/** What was believed or not checked says so in a word; what was proved needs none. */
export function proofBadge(proof, words) {
  const [kind, word] = UNPROVED[proof] ?? [];
  return kind ? html("span", { class: kind }, words[word]) : null;
}

export class Log {
  constructor(list, film, { words, onSeek }) {
    this.list = list;
    this.rows = film.steps.map((step, i) => {
      const findings = film.findingsAt(i);
      const worst = findings.some((finding) => finding.severity === "error") ? "error" : findings[0]?.severity;
      return html("li", { class: `step step-${worst === "error" || worst === "warning" ? worst : step.proof}${step.turn ? " step-turn" : ""}` },
        html("button", { type: "button", "data-count": i + 1 }, html("span", { class: "step-number" }, String(i + 1)), html("span", {}, step.words, " ", proofBadge(step.proof, words))));
    });
    list.replaceChildren(...this.rows);
    list.addEventListener("click", (event) => {
      const button = event.target.closest("[data-count]");
      if (button) onSeek(Number(button.dataset.count));
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
