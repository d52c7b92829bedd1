// Opens and closes the sheet on which the recorder asks for dice and choices. The focus goes to it, and back after it.
import { backToBoard, has, nameByTitle } from "./focus.js";

let before = null;

export function layOut(sheet, ...content) {
  if (sheet.hidden) before = document.activeElement;
  const wasIn = has(sheet);
  sheet.hidden = false;
  delete sheet.dataset.path;
  sheet.replaceChildren(...content);
  nameByTitle(sheet, wasIn);
  sheet.querySelector("button, input").focus({ preventScroll: true });
  sheet.scrollIntoView({ block: "nearest" }); // where the page scrolls, on a low screen or zoomed in
}

export function putAway(sheet) {
  if (sheet.hidden) return;
  const hadFocus = sheet.contains(document.activeElement);
  sheet.replaceChildren();
  sheet.hidden = true;
  sheet.dataset.answered = ""; // record-hand.css keeps a second tap from what lay under it
  if (!hadFocus) return;
  if (before?.isConnected && before !== document.body) before.focus({ preventScroll: true });
  else backToBoard();
}
