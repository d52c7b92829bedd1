// What is set of a figure beside its cell, in the panel that static/js/amend.js fills: numbers, markers, powers, summons.
import { fill, html } from "./board/svg.js";

export const NOWHERE = "-"; // out of the arena, and a marker taken away
export const ALL_POWERS = "all";

/** A mechanism has no MP, what a card nobody has entered prints is not known, and not every game has markers of all. */
export function hasNumber(name, { hp, ap, mp }, gauges) {
  const printed = { hp, ap, mp };
  return name in printed ? printed[name] !== null : name.replace("_markers", "") in gauges;
}

/** Of games with cells to correct: the first row that is free takes the cell that was tapped. */
export function meetCell(form, cell) {
  const rows = [...form.querySelectorAll("[data-amend-cell]")].map((row) => [row, row.querySelector('[name$="-cell"]')]);
  const [row, field] = rows.find(([, { value }]) => value.toUpperCase() === cell) ?? rows.find(([, { value }]) => value === "") ?? [];
  if (!row) return;
  field.value = cell;
  row.querySelector("select").focus();
}

const button = (words, data, label = null) => html("button", { class: "button button-small", type: "button", ...data, "aria-label": label }, words);

/** A choice with its label; in one that may stay empty, "none" comes first. */
function choice(label, options, chosen, data, none = null) {
  const all = none === null ? options : [["", none], ...options];
  return html("label", { class: "amend-choice" }, html("span", {}, label),
    html("select", data, ...all.map(([value, words]) => html("option", { value, selected: value === chosen ? "" : null }, words))));
}

export function stepper(words, label, data) {
  const step = (by, spoken, character) => button(character, { "data-by": by, ...data }, fill(spoken, { label }));
  return html("p", { class: "amend-number" }, html("span", {}, label), step(-1, words.fewer, "−"), html("output", { "aria-live": "off" }), step(1, words.more, "+"));
}

/** Lines that stand already are left alone: a screen reader then says the new ones alone. */
export function renewLines(list, lines) {
  for (const line of list.querySelectorAll("li")) if (!lines.includes(line.textContent)) line.remove();
  lines.forEach((words, at) => {
    if (list.children[at]?.textContent !== words) list.insertBefore(html("li", {}, words), list.children[at] ?? null);
  });
}

export function markersOf(words, { markers }, { specials }, { marker, by }, units) {
  const taken = specials.map((each) => button(fill(words.takeMarker, { marker: each }), { "data-amend-marker": each }));
  if (!markers.length) return taken;
  const [placed, who] = by === NOWHERE ? ["", ""] : [marker, by];
  return [...taken,
    choice(words.placeMarker, markers.map((each) => [each, each]), placed, { "data-amend-place": "marker" }, words.none),
    choice(words.placedBy, Object.entries(units).map(([name, unit]) => [name, unit.name]), who, { "data-amend-place": "by" }, words.none)];
}

export function powersOf(words, powers, lost) {
  const named = Object.entries(powers);
  return named.length ? [choice(words.lostPower, [[ALL_POWERS, words.allPowers], ...named], lost, { "data-amend-power": "" }, words.none)] : [];
}

export function summonsOf(words, summons) {
  const named = Object.entries(summons);
  if (!named.length) return [];
  return [choice(words.summon, named, named[0][0], { "data-amend-summons": "" }), button(words.bring, { "data-amend-bring": "" }),
    html("p", { class: "help flush", "data-amend-hint": "", "aria-live": "polite" })];
}
