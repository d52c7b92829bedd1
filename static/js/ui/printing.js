// <button data-print> prints the page; without scripts its style sheet hides it, and the browser's own menu prints.
import { inside } from "./pieces.js";

export function printing(root) {
  inside(root, "[data-print]").forEach((button) => {
    button.addEventListener("click", () => window.print());
  });
}
