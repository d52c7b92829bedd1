// <button data-opens="id"> opens a <dialog id>; [data-closes] inside closes it.
// <button data-dismisses> takes the banner of messages away; the keyboard goes on from the page's content.
import { inside } from "./pieces.js";

export function dialogs(root) {
  inside(root, "[data-opens]").forEach((button) => {
    button.addEventListener("click", () => document.getElementById(button.dataset.opens)?.showModal());
  });
  inside(root, "dialog [data-closes]").forEach((button) => {
    button.addEventListener("click", () => button.closest("dialog").close());
  });
  inside(root, "[data-dismisses]").forEach((button) => {
    button.addEventListener("click", () => {
      button.closest(".messages").remove();
      document.getElementById("main").focus({ preventScroll: true });
    });
  });
}

// <form data-confirm="Really?"> asks before it is sent, <button data-confirm> before it sends its form, in the page's own dialog.
// Nothing else hears of the form before the answer. Without JavaScript the server asks (core/pages/asking.py).
const confirmed = new WeakSet();

export function confirmations(root) {
  if (root !== document) return;
  const dialog = document.getElementById("confirmation");
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    const question = submitter?.dataset.confirm ?? form.dataset.confirm;
    if (!question || confirmed.delete(form)) return;
    event.preventDefault();
    event.stopPropagation();
    const pressed = submitter ?? form.querySelector("button:not([type=button])");
    dialog.querySelector("p").textContent = question;
    dialog.querySelector("[value=yes]").textContent = pressed.getAttribute("aria-label") ?? pressed.textContent.trim();
    dialog.returnValue = "";
    dialog.addEventListener("close", () => {
      if (dialog.returnValue !== "yes" || !form.isConnected) return;
      confirmed.add(form);
      form.requestSubmit(submitter?.form === form ? submitter : null);
    }, { once: true });
    dialog.showModal();
  }, { capture: true });
}
