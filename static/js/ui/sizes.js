// <textarea data-most-bytes="1000000" data-too-large="..."> and <input type="file" ...> say that a text or a file is too
// large before it is sent. A pasted text that is too large does not enter its field: the page would lay out every line.
import { inside } from "./pieces.js";

// A character is a byte at least.
const bytesOf = (text, most) => (text.length > most ? text.length : new TextEncoder().encode(text).length);

function size(field, most) {
  return field.files ? Math.max(0, ...[...field.files].map((file) => file.size)) : bytesOf(field.value, most);
}

function refusePaste(event, most) {
  const field = event.currentTarget;
  const kept = field.value.length - (field.selectionEnd - field.selectionStart);
  const isTooLarge = bytesOf(event.clipboardData.getData("text/plain"), most) + kept > most;
  if (isTooLarge) event.preventDefault();
  return isTooLarge;
}

export function sizes(root) {
  inside(root, "[data-most-bytes]").forEach((field) => {
    const most = () => Number(field.dataset.mostBytes);
    const told = Object.assign(document.createElement("p"), { className: "errorlist", role: "alert", hidden: true });
    field.after(told);
    const tell = (isTooLarge) => {
      told.hidden = !isTooLarge;
      told.textContent = isTooLarge ? field.dataset.tooLarge : "";
    };
    const look = () => {
      const isTooLarge = size(field, most()) > most();
      field.setCustomValidity(isTooLarge ? field.dataset.tooLarge : "");
      tell(isTooLarge);
    };
    field.addEventListener(field.files ? "change" : "input", look);
    if (!field.files) field.addEventListener("paste", (event) => tell(refusePaste(event, most())));
    look();
  });
}
