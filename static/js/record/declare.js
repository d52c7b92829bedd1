// What a card did whose text the site does not have: the players say it in a few taps, and it is marked as taken on trust.
import { slug } from "../ui/slug.js";
import { fill, html } from "../board/svg.js";
import { layOut, putAway } from "./sheet.js";

const MOST_IN_ONE_TAP = 6;

const field = (label, input) => html("label", { class: "field" }, html("span", {}, label), input);
const amount = (name, from = 0) => html("input", { type: "number", name, value: 0, min: from, max: 40, inputmode: from < 0 ? null : "numeric" });
const placeOf = (pattern) => (name) => html("input", { name, pattern, maxlength: 3, autocomplete: "off", autocapitalize: "characters" });

/** How many injuries is one tap; everything else is rarer. */
function injuries(id, words) {
  const choice = (n) => html("label", { class: "choice" }, html("input", { type: "radio", name: `injuries ${id}`, value: n, checked: n ? null : "" }), String(n));
  return html("fieldset", { class: "fieldset-plain" }, html("legend", {}, words.injuriesOf), html("div", { class: "choices" }, ...[...Array(MOST_IN_ONE_TAP + 1).keys()].map(choice)));
}

function figure(id, unit, words, game) {
  const own = game.figure?.(id, words, { field, amount });
  const rest = html("div", { class: "form-row" },
    field(words.healed, amount(`healed ${id}`)), field(words.movedTo, placeOf(game.cell)(`moved ${id}`)),
    ...game.gauges.map((gauge) => field(words[`marker_${gauge}`], amount(`markers ${id} ${gauge}`, -9))), ...(own?.rest ?? []));
  return html("fieldset", { "data-declared": id }, html("legend", {}, `${unit.name} (${unit.side})`), injuries(id, words), own?.first,
    html("details", {}, html("summary", {}, words.more), rest));
}

function players(words, { place, sides }) {
  const gains = sides.flatMap((side) => [["glory", "GG"], ["kamas", words.kamas]].map(([what, label]) => field(`${label} ${side}`, amount(`${what} ${side}`, -9))));
  const summon = html("div", { class: "form-row" }, field(words.summoned, html("input", { name: "summon", maxlength: 60, autocomplete: "off" })), field(words.summonedTo, place("summon cell")));
  return html("details", {}, html("summary", {}, words.othersDeclared), html("div", { class: "form-row" }, ...gains), summon);
}

/** What its form has of a game; others than Arena bring their own, and `figure` and `declared` besides. */
const OF_ARENA = { cell: "[A-La-l]([1-9]|1[0-2])", gauges: ["ap", "mp", "range"], others: players };

/** The form's fields as `declared` of the log: docs/game-log.md. */
export function declared(data) {
  const told = {};
  const put = (path, value) => path.reduce((at, key, i) => (at[key] = i === path.length - 1 ? value : at[key] ?? {}), told);
  for (const [name, value] of data) {
    const path = name.split(" ");
    if (path[0] === "moved" && value) put(path, value.toUpperCase());
    else if (["injuries", "healed", "markers", "gained", "glory", "kamas"].includes(path[0]) && Number(value)) put(path, Number(value));
  }
  const [summon, cell] = [data.get("summon"), data.get("summon cell")];
  if (summon && cell) put(["summoned", slug(summon)], cell.toUpperCase());
  return told;
}

/** The action with what was told of it, beside what it claims already. */
export const withTold = (action, told) => ({ ...action, ...told, ...(told.declared ? { declared: { ...action.declared, ...told.declared } } : {}) });

/** Answers with {spell?, declared}, or null when it was put away. `target` is the cell that was aimed at. */
export function askWhatHappened(sheet, { offer, target, units, number = null }, words, game = OF_ARENA) {
  const inPlay = Object.entries(units).filter(([, unit]) => unit.cell);
  const first = inPlay.find(([, unit]) => unit.cell === target);
  const figures = html("div", { class: "stack" }, ...(first ? [figure(...first, words, game)] : []));
  const another = html("select", { "aria-label": words.another }, html("option", { value: "" }, words.another), ...inPlay.map(([id, unit]) => html("option", { value: id }, `${unit.name} (${unit.side}, ${unit.cell})`)));
  another.addEventListener("change", () => {
    if (another.value && !figures.querySelector(`[data-declared="${another.value}"]`)) figures.append(figure(another.value, units[another.value], words, game));
    another.value = "";
  });
  const counted = number ? field(number, html("input", { type: "number", name: "threshold", required: "", min: 1, max: 8, value: 1 })) : null;
  const { action } = offer;
  const named = action.spell || action.reward || action.side || action.challenge ? null : field(words.spellName, html("input", { name: "spell", required: "", maxlength: 60, autocomplete: "off" }));
  const away = html("button", { type: "button", class: "button button-quiet" }, words.putAway);
  const form = html("form", { class: "form", "data-declare": "" },
    html("p", { class: "card-title flush" }, target ? fill(words.castAt, { spell: offer.label, target }) : offer.label), html("p", { class: "notice notice-warn flush" }, words.trustNotice),
    named, counted, figures, another, game.others(words, { field, place: placeOf(game.cell), sides: [...new Set(Object.values(units).map(({ side }) => side))].sort() }), html("p", { class: "form-actions" }, html("button", { class: "button button-primary" }, words.enterOnTrust), away));
  return new Promise((resolve) => {
    const finish = (answer) => {
      putAway(sheet);
      resolve(answer);
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const data = new FormData(form);
      finish({ ...(named ? { spell: slug(data.get("spell")) } : {}), ...(counted ? { threshold: Number(data.get("threshold")) } : {}), declared: { ...declared(data), ...game.declared?.(data) } });
    });
    away.addEventListener("click", () => finish(null));
    layOut(sheet, form);
  });
}
