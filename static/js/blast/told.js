// What the players say a card did that nobody has entered: the parts of the form that this game has (record/declare.js).
import { html } from "../board/svg.js";

const KINDS = ["ice", "fire", "fog"];

const chosen = (label, name, options) => html("label", { class: "field" }, html("span", {}, label), html("select", { name }, ...options.map(([value, text]) => html("option", { value }, text))));

function others(words, { field, place }) {
  const minion = html("div", { class: "form-row" }, field(words.summoned, html("input", { name: "summon", maxlength: 60, autocomplete: "off" })), field(words.summonedTo, place("summon cell")));
  const tile = html("div", { class: "form-row" }, field(words.terrainOn, place("tile cell")),
    chosen(words.terrainKind, "tile kind", [...KINDS.map((kind) => [kind, words[kind]]), ["", words.noTerrain]]));
  const dofus = chosen(words.dofusTo, "dofus", [["", words.unchanged], ["A", "A"], ["B", "B"]]);
  return html("details", {}, html("summary", {}, words.othersDeclared), minion, tile, dofus);
}

function figure(id, words, { field, amount }) {
  const gained = ["ap", "mp"].map((gauge) => field(words.gained.replace("{gauge}", words[gauge.toUpperCase()]), amount(`gained ${id} ${gauge}`, 0)));
  return { first: html("label", { class: "choice" }, html("input", { type: "checkbox", name: `ko ${id}` }), words.markedKo), rest: gained };
}

/** What its own fields say, as `declared` of the log. */
function declared(data) {
  const told = {};
  for (const name of data.keys()) if (name.startsWith("ko ")) (told.knocked_out ??= []).push(name.slice(3));
  const cell = data.get("tile cell");
  if (cell) told.terrain = { [cell.toUpperCase()]: data.get("tile kind") || null };
  if (data.get("dofus")) told.dofus = data.get("dofus");
  return told;
}

export const OF_BLAST = { cell: "[A-Za-z]([1-9]|1[0-9]|2[0-6])", gauges: ["ap", "mp"], others, figure, declared };
