// Keys for people who work at a desk: <a data-key="r"> is pressed by "r"; in [data-rows], "j" and "k" walk over [data-row].
const typing = (target) => target.closest("input, select, textarea, [contenteditable], dialog[open]");

function walk(step) {
  const rows = [...document.querySelectorAll("[data-rows] [data-row]")].filter((row) => !row.closest("details:not([open]) > :not(summary)"));
  const here = rows.indexOf(document.activeElement.closest("[data-row]"));
  const next = rows[Math.min(rows.length - 1, Math.max(0, here + step))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  if (event.key === "j") return walk(1);
  if (event.key === "k") return walk(-1);
  document.querySelector(`[data-key="${CSS.escape(event.key)}"]`)?.click();
}

let listening = false;

export function keys() {
  if (listening || !document.querySelector("[data-key], [data-rows]")) return;
  listening = true;
  document.addEventListener("keydown", pressed);
}
