// <button data-opens="id"> opens a <dialog id>; [data-closes] inside closes it.
import { inside } from "./pieces.js";

export function dialogs(root) {
  inside(root, "[data-opens]").forEach((button) => {
    button.addEventListener("click", () => document.getElementById(button.dataset.opens)?.showModal());
  });
  inside(root, "dialog [data-closes]").forEach((button) => {
    button.addEventListener("click", () => button.closest("dialog").close());
  });
}

// <form data-confirm="Really?"> asks before it is sent, <button data-confirm> before it sends its form. Without JavaScript the
// form is sent at once: the server asks where it must.
export function confirmations(root) {
  inside(root, "form[data-confirm], form:has(button[data-confirm])").forEach((form) => {
    form.addEventListener("submit", (event) => {
      const asked = event.submitter?.dataset.confirm ?? form.dataset.confirm;
      if (asked && !window.confirm(asked)) event.preventDefault();
    });
  });
}
