// The game in words, grouped by turn and figure: a line for an action or a walk, the present one marked, its proof as a sign.
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
    this.rows = film.lines.flatMap((line) => rowOfEach(line, film, words));
    list.replaceChildren(...this.grouped(film, { words, names }));
    if ("drawn" in list.dataset) return; // a live game that has gone on
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
      return [...heading, ...figure, ...new Set(this.rows.slice(group.first, group.last + 1))];
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

/** The row of a line, once for each of its actions. */
function rowOfEach({ first, last, words: said, proof }, film, words) {
  const actions = film.steps.slice(first, last + 1);
  const made = row({ said, proof, number: numberOf(first, last), last, clock: actions.at(-1).clock }, actions.flatMap((_, i) => film.findingsAt(first + i)), words);
  return actions.map(() => made);
}

/** What a line is numbered: 12, or 12–15. */
export const numberOf = (first, last) => (first === last ? String(last + 1) : `${first + 1}–${last + 1}`);

function row(line, findings, words) {
  const worst = findings.some((finding) => finding.severity === "error") ? "error" : findings[0]?.severity;
  const kind = worst === "error" || worst === "warning" ? worst : line.proof;
  const clock = line.clock ? html("small", { class: "soft" }, ` ${line.clock}`) : null;
  return html("li", { class: `step step-${kind}` },
    html("button", { type: "button", "data-count": line.last + 1 }, html("span", { class: "step-number" }, line.number), html("span", {}, line.said, " ", proofBadge(line.proof, words), clock)));
}
