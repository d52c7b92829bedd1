// What was refused is brought into view and has the focus: the message above a form that came back, or else the first one in
// it; in a piece that htmx brings in, [data-refused]. A field with autofocus keeps the focus, and is brought into view if it was refused;
// so does the one in which somebody types while the piece comes, so that typing goes on.
import { inside } from "./pieces.js";

const isShown = (message) => message.getClientRects().length > 0 && !message.closest(".sample");

export function refusals(root) {
  const first = inside(root, root === document ? "[data-refused], .notice-bad[role=alert], form .errorlist" : "[data-refused]").find(isShown);
  if (!first) return;
  const isTyping = root !== document && document.activeElement.matches("input[type=search], input[type=text], input:not([type])");
  if (!isTyping && !first.closest("form")?.querySelector("[autofocus]")) {
    first.tabIndex = -1;
    first.focus({ preventScroll: true });
  }
  const field = first.closest("form")?.querySelector(".field-error [autofocus]");
  (field ?? first).scrollIntoView({ block: "center" });
}
