// <input type="search" data-filters="id"> shows the [data-row] of #id whose data-words have a word that begins with what was
// typed, without regard to accents; the best match is marked, and Enter presses its [data-press] or first link or button.
import { inside } from "./pieces.js";

const plain = (text) => text.normalize("NFD").replaceAll(/\p{Mn}/gu, "").toLowerCase().replaceAll("ß", "ss");
const rowsOf = (field) => [...(document.getElementById(field.dataset.filters)?.querySelectorAll("[data-row]") ?? [])];

/** 0: not at all; 1: inside a word; 2: at the beginning of a word. */
function fits(row, wanted) {
  const words = plain(row.dataset.words).split(/[\s'’-]+/);
  return Math.min(...wanted.map((part) => (words.some((word) => word.startsWith(part)) ? 2 : words.some((word) => word.includes(part)) ? 1 : 0)));
}

function filter(field) {
  const wanted = plain(field.value).split(/[\s'’-]+/).filter(Boolean);
  const rows = rowsOf(field);
  const fit = new Map(rows.map((row) => [row, wanted.length ? fits(row, wanted) : 2]));
  const strong = [...fit.values()].includes(2) ? 2 : 1;
  const shown = rows.filter((row) => fit.get(row) >= strong);
  rows.forEach((row) => (row.hidden = !shown.includes(row)));
  const best = wanted.length ? shown.find((row) => !row.hasAttribute("data-over")) ?? shown[0] : null;
  rows.forEach((row) => row.classList.toggle("is-best", row === best));
  document.querySelectorAll("[data-nothing]").forEach((told) => (told.hidden = shown.length > 0 || !rows.length));
  return best;
}

function pressed(event) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const field = event.currentTarget;
  const best = filter(field);
  if (!best || best.hasAttribute("data-over")) return;
  (best.querySelector("[data-press]") ?? best.querySelector("a, button")).click();
  field.value = "";
  filter(field);
}

export function filters(root) {
  inside(root, "[data-filters]").forEach((field) => {
    field.addEventListener("input", () => filter(field));
    field.addEventListener("keydown", pressed);
  });
  document.querySelectorAll("[data-filters]").forEach(filter); // for rows that were just brought in
}
