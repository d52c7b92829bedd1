// [data-selection] holds boxes that select rows: [data-selects="name"] ticks all that are shown, [data-selected] counts them.
import { inside } from "./pieces.js";

function follow(table) {
  const all = table.querySelector("[data-selects]");
  if (!all) return;
  const boxes = [...table.querySelectorAll(`[name="${all.dataset.selects}"]`)];
  const count = () => {
    const ticked = boxes.filter((box) => box.checked).length;
    all.checked = ticked > 0 && ticked === boxes.length;
    all.indeterminate = ticked > 0 && ticked < boxes.length;
    document.querySelectorAll("[data-selected]").forEach((told) => (told.textContent = ticked));
  };
  all.addEventListener("change", () => {
    boxes.filter((box) => !box.closest("[data-row]")?.hidden).forEach((box) => (box.checked = all.checked));
    count();
  });
  boxes.forEach((box) => box.addEventListener("change", count));
  count();
}

export const selections = (root) => inside(root, "[data-selection]").forEach(follow);
