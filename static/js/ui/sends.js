// <form data-sends> is sent as soon as its page is seen: a scanned code needs no press. Not from a page kept by the browser.
import { inside } from "./pieces.js";

export function sends(root) {
  const [navigation] = performance.getEntriesByType("navigation");
  if (navigation?.type === "back_forward") return;
  inside(root, "form[data-sends]").forEach((form) => form.requestSubmit());
}
