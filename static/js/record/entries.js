// The last entries, newest first; those that still wait for the server on top; what was entered against the rules marked.
import { fill, html } from "../board/svg.js";
import { numberOf } from "../replay/log.js";
import { proofBadge } from "../replay/proof.js";

const ONE_LINE = 50; // as much as a phone has room for
const MOST = 2 * ONE_LINE;

export class Entries {
  /** `last`: the line that says what happened last, and who did it. */
  constructor({ list, last }, words, names) {
    Object.assign(this, { list, last, words, names, table: { entries: [], findings: [] }, waiting: [] });
  }

  show(table) {
    this.table = table;
    this.draw();
  }

  /** With the line cut, what waits is all there is to say of it. */
  wait(waiting, isCut = false) {
    Object.assign(this, { waiting, isCut });
    this.draw();
  }

  draw() {
    const queued = this.waiting.map(({ said }) => this.line("…", [`${said} (${this.words.waiting})`]));
    const written = this.table.entries.map((entry) => this.written(entry));
    const lines = [...queued, ...written.reverse()];
    this.list.replaceChildren(...(lines.length ? lines : [html("li", { class: "soft" }, this.words.nothing)]));
    this.sayLast(this.lastSaid());
    this.last.classList.toggle("is-long", this.last.textContent.length > ONE_LINE);
  }

  /** Read out once: not on its way to the server and again as the server has it, nor when the same is drawn anew. */
  sayLast(said) {
    this.last.setAttribute("aria-live", this.waiting.length && !this.isCut ? "off" : "polite");
    if (this.last.textContent !== said) this.last.textContent = said;
  }

  lastSaid() {
    if (this.waiting.length) return `${this.waiting.at(-1).said} (${this.words.waiting})`;
    const { who, parts } = this.lastTap();
    const all = this.said(who, parts.join(" "));
    return all.length > MOST && parts.length > 1 ? this.said(who, `… ${parts.at(-1)}`) : all; // how it ended is never cut off
  }

  said(who, words) {
    const name = this.names[who];
    return name && !words.startsWith(name) ? fill(this.words.about, { what: name, said: words }) : words;
  }

  /** Whose the last entry was, and all that one tap did: what Undo would take back. */
  lastTap() {
    const { entries, actions, undo } = this.table;
    const { who, words = "" } = entries.at(-1) ?? {};
    const parts = entries.filter((entry) => entry.who === who && entry.index >= actions - undo).map((entry) => entry.words);
    return { who, parts: parts.length ? parts : [words] };
  }

  written({ first, index, words, proof }) {
    const trust = proofBadge(proof, this.words);
    const finding = this.table.findings.find(({ action }) => first <= action && action <= index);
    const said = finding ? ` ${finding.article ?? ""} ${finding.message}` : "";
    const remark = finding ? html("small", { class: finding.severity === "error" ? "gauge-low" : "soft" }, said) : null;
    return this.line(numberOf(first, index), [words, trust, remark], finding ? `step step-${finding.severity}` : "step");
  }

  line(number, content, kind = "step") {
    return html("li", { class: kind }, html("span", {}, html("span", { class: "step-number" }, number), html("span", {}, ...content)));
  }
}
