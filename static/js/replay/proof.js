// The sign of how surely an action was played by the rules.
import { html } from "../board/svg.js";

const PROOFS = { believed: ["badge badge-trust", "onTrust"], unchecked: ["badge badge-unchecked", "notChecked"] };

/** What was believed or not checked says so in a word; what was proved needs none. */
export function proofBadge(proof, words) {
  const [kind, word] = PROOFS[proof] ?? [];
  if (!kind) return null;
  return html("span", { class: kind }, words[word]);
}
