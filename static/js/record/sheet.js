// The one sheet on which everything in between is asked. The keyboard goes to it, and back to where it was.
let before = null;

export function layOut(sheet, ...content) {
  if (sheet.hidden) before = document.activeElement;
  sheet.hidden = false;
  delete sheet.dataset.path;
  sheet.replaceChildren(...content);
  sheet.querySelector("button, input").focus({ preventScroll: true });
}

export function putAway(sheet) {
  if (sheet.hidden) return;
  const hadFocus = sheet.contains(document.activeElement);
  sheet.replaceChildren();
  sheet.hidden = true;
  if (hadFocus && before?.isConnected) before.focus({ preventScroll: true });
}
