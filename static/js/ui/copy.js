// <button data-copies="id"> copies the text or the value of #id, and says so.
import { inside } from "./pieces.js";

export function copyButtons(root) {
  inside(root, "[data-copies]").forEach((button) => {
    button.addEventListener("click", async () => {
      const source = document.getElementById(button.dataset.copies);
      await navigator.clipboard.writeText(source.value ?? source.textContent.trim());
      const before = button.textContent;
      button.textContent = button.dataset.copied || "✓";
      setTimeout(() => (button.textContent = before), 1500);
    });
  });
}
