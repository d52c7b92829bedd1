// The keyboard stays with what is asked: a panel that is drawn anew keeps it, one that goes gives it back to the board.
const QUIETLY = { preventScroll: true };
const CHOSEN = "[aria-pressed='true']";
const FIRST = "button:not(.close-hand)";
const FROM = ".board"; // what is tapped there may ask something
const COVERED = ".timeline, .likely, .offers"; // static/css/record-hand.css hides them then from keyboards too

export const has = (place) => place.contains(document.activeElement);

/** To the cell of the board on which it was last. */
export const backToBoard = () => document.querySelector(".board [data-cell][tabindex='0']")?.focus(QUIETLY);

/** A panel stands open, and nobody is called to it who is not on what it lies over. */
export function lay(place, ...content) {
  const wasCovered = document.activeElement?.closest(COVERED);
  const wasIn = has(place);
  place.hidden = false;
  place.replaceChildren(...content);
  nameByTitle(place, wasIn);
  if (wasCovered) answer(place);
}

const answer = (place) => (place.querySelector(CHOSEN) ?? place.querySelector(FIRST))?.focus(QUIETLY);

/** What is asked is said to who comes to the panel without seeing it; the next question also to who `wasIn` it. */
export function nameByTitle(place, wasIn = false) {
  const title = place.querySelector(".hand-title, .card-title");
  const before = place.getAttribute("aria-label");
  const asked = title && (title.querySelector("span") ?? title).textContent.trim();
  if (title) place.setAttribute("aria-label", asked);
  else place.removeAttribute("aria-label");
  if (wasIn && title && asked !== before) readOut(asked);
}

export function readOut(asked) {
  const place = document.querySelector("[data-asked]");
  if (place) place.textContent = asked;
}

/** A panel asks; who came by keyboard from the board, or from what the panel asked before, answers at once. */
export function ask(place, ...content) {
  const takes = has(place) || document.activeElement?.closest(FROM);
  lay(place, ...content);
  if (takes) answer(place);
}

/** Buttons in place of others: the keyboard stays on the one with that number, or goes back to the board. */
export function renew(place, buttons) {
  const now = [...place.children].indexOf(document.activeElement);
  place.replaceChildren(...buttons);
  if (now < 0) return;
  if (buttons[now]?.checkVisibility()) buttons[now].focus(QUIETLY);
  else backToBoard();
}

/** `from`: what opened it and gets the keyboard back; else the board. */
export function putPanelAway(place, from = null) {
  const had = has(place);
  place.hidden = true;
  place.replaceChildren();
  if (had && from?.isConnected) from.focus(QUIETLY);
  else if (had) backToBoard();
}
