// <input type="search" data-filters="id"> shows the [data-row] of #id whose data-words have a word that begins with what was
// typed, without regard to accents, and opens the <details data-group> around them; the best match is marked and said, and Enter presses
// its [data-press] or first link or button. A row with data-over is done: what it says there is said too.
import { inside } from "./pieces.js";
import { say } from "./spoken.js";

const LETTERS = { ß: "ss", œ: "oe", æ: "ae", ø: "o", ł: "l", đ: "d" };
// ' ´ ʼ ‘ ’ and the grave accent.
const APOSTROPHES = /[\u0027\u0060\u00b4\u02bc\u2018\u2019]/g;
const HYPHENS = /[-\u2010-\u2015]/g;
const plain = (text) => text.normalize("NFD").replaceAll(/\p{Mn}/gu, "").toLowerCase().replaceAll(/[ßœæøłđ]/g, (letter) => LETTERS[letter]);
const wordsOf = (text) => text.split(/\s+/).filter(Boolean);
/** "O'Shun" is found by "oshun", "o'shun" and "shun"; "Jean-Loïc" by "jean-loic", "jeanloic" and "loic" (core/text/names.py). */
const typedIn = (text) => wordsOf(plain(text).replaceAll(APOSTROPHES, "").replaceAll(HYPHENS, " "));

function namesIn(text) {
  const name = plain(text);
  const joined = name.replaceAll(APOSTROPHES, "");
  return wordsOf([name.replaceAll(APOSTROPHES, " ").replaceAll(HYPHENS, " "), joined.replaceAll(HYPHENS, " "), joined.replaceAll(HYPHENS, "")].join(" "));
}
const rowsOf = (field) => [...(document.getElementById(field.dataset.filters)?.querySelectorAll("[data-row]") ?? [])];

/** 0: not at all; 1: inside a word; 2: at the beginning of a word. */
function fits(row, wanted) {
  const words = namesIn(row.dataset.words);
  return Math.min(...wanted.map((part) => (words.some((word) => word.startsWith(part)) ? 2 : words.some((word) => word.includes(part)) ? 1 : 0)));
}

function filter(field) {
  const wanted = typedIn(field.value);
  const rows = rowsOf(field);
  const fit = new Map(rows.map((row) => [row, wanted.length ? fits(row, wanted) : 2]));
  const strong = [...fit.values()].includes(2) ? 2 : 1;
  const shown = rows.filter((row) => fit.get(row) >= strong);
  rows.forEach((row) => (row.hidden = !shown.includes(row)));
  if (wanted.length) shown.forEach((row) => row.closest("[data-group]")?.setAttribute("open", ""));
  const best = wanted.length ? shown.find((row) => !row.hasAttribute("data-over")) ?? shown[0] : null;
  rows.forEach((row) => row.classList.toggle("is-best", row === best));
  document.querySelectorAll("[data-nothing]").forEach((told) => (told.hidden = shown.length > 0 || !rows.length));
  return best;
}

function wordsFor(best, field) {
  if (best) return [best.dataset.words, best.dataset.over].filter(Boolean).join(", ");
  return field.value.trim() ? [...document.querySelectorAll("[data-nothing]:not([hidden])")].map(({ textContent }) => textContent).join(" ") : "";
}

function pressed(event) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const field = event.currentTarget;
  const best = filter(field);
  if (!best || best.hasAttribute("data-over")) {
    field.select(); // so that the next name does not follow this one
    return;
  }
  bringBackUnsent(field, best);
  (best.querySelector("[data-press]") ?? best.querySelector("a, button")).click();
  field.value = "";
  filter(field);
}

/** Where the press did not arrive, the name stands in the field again, unless the next one is being typed. */
function bringBackUnsent(field, row) {
  const typed = field.value;
  row.addEventListener("htmx:sendError", () => {
    if (field.value) return;
    field.value = typed;
    filter(field);
    field.select();
  }, { once: true });
}

export function filters(root) {
  inside(root, "[data-filters]").forEach((field) => {
    field.addEventListener("input", () => say(wordsFor(filter(field), field)));
    field.addEventListener("keydown", pressed);
  });
  // For rows that were just brought in.
  document.querySelectorAll("[data-filters]").forEach(filter);
}
