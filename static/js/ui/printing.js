// <button data-print hidden> prints the page; without scripts it stays hidden, and the browser's own menu prints.
import { inside } from "./pieces.js";

export function printing(root) {
  inside(root, "[data-print]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  });
}
