// The sign of how surely an action was played by the rules.
import { html } from "../board/svg.js";

const PROOFS = { proved: ["badge badge-good", "proved"], believed: ["badge badge-trust", "onTrust"], unchecked: ["badge badge-unchecked", "notChecked"] };

/** What was believed or not checked says so in a word; in a list of many, what was proved has its sign only. */
export function proofBadge(proof, words, { quiet = false } = {}) {
  const [kind, word] = PROOFS[proof] ?? [];
  if (!kind) return null;
  return html("span", { class: proof === "proved" && quiet ? "visually-hidden" : kind }, words[word]);
}
