// The last entries, newest first; those that still wait for the server on top; what was entered against the rules marked.
import { html } from "../board/svg.js";
import { proofBadge } from "../replay/proof.js";

export class Entries {
  constructor(list, words) {
    Object.assign(this, { list, words, table: { entries: [], findings: [] }, waiting: [] });
  }

  show(table) {
    this.table = table;
    this.draw();
  }

  wait(waiting) {
    this.waiting = waiting;
    this.draw();
  }

  draw() {
    const findings = new Map(this.table.findings.map((finding) => [finding.action, finding]));
    const queued = this.waiting.map(({ said }) => this.line("…", [`${said} (${this.words.waiting})`]));
    const written = this.table.entries.map((entry) => this.written(entry, findings.get(entry.index)));
    const lines = [...queued, ...written.reverse()];
    this.list.replaceChildren(...(lines.length ? lines : [html("li", { class: "soft" }, this.words.nothing)]));
  }

  written({ index, words, proof }, finding) {
    const trust = proofBadge(proof, this.words);
    const said = finding ? ` ${finding.article ?? ""} ${finding.message}` : "";
    const remark = finding ? html("small", { class: finding.severity === "error" ? "gauge-low" : "soft" }, said) : null;
    return this.line(String(index + 1), [words, trust, remark], finding ? `step step-${finding.severity}` : "step");
  }

  line(number, content, kind = "step") {
    return html("li", { class: kind }, html("span", {}, html("span", { class: "step-number" }, number), html("span", {}, ...content)));
  }
}
