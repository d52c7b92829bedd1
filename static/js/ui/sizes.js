// <textarea data-most-bytes="1000000" data-too-large="..."> says that a text is too large before it is sent, and keeps it.
import { inside } from "./pieces.js";

export function sizes(root) {
  inside(root, "[data-most-bytes]").forEach((field) => {
    const look = () => {
      const bytes = new TextEncoder().encode(field.value).length;
      field.setCustomValidity(bytes > Number(field.dataset.mostBytes) ? field.dataset.tooLarge : "");
    };
    field.addEventListener("input", look);
    look();
  });
}
