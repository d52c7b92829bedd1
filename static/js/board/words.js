// The board for those who hear it: one cell in words, one figure in words, the whole position as a table.
import { fill, html } from "./svg.js";

function unitInWords(unit, words) {
  const gauges = [
    unit.hp ? fill(words.hp, { left: unit.hp - unit.injuries, all: unit.hp }) : null,
    unit.mp === null ? null : fill(words.mp, { n: unit.mp }),
    unit.ap === null ? null : fill(words.ap, { n: unit.ap }),
    ...unit.markers,
  ];
  return `${unit.name} (${fill(words.side, { side: unit.side })}), ${gauges.filter(Boolean).join(", ")}`;
}

/** Where a figure is: its cell, or why it is on none. */
export const whereIs = (unit, { turn }, words) => unit.cell ?? (turn || unit.summon ? words.out : words.unplaced);

export function cellInWords(cell, facts, { coins, owner, terrain }, units, words) {
  const parts = [
    ...units.map((unit) => unitInWords(unit, words)),
    facts.scenery ? words[facts.scenery] : null,
    facts.demon ? words.demon : null,
    facts.glyph ? (owner ? fill(words.glyphOf, { side: owner }) : words.glyph) : null,
    terrain ? words[terrain] : null,
    coins ? fill(words.coins, { n: coins }) : null,
    facts.starts.length ? fill(words.start, { sides: facts.starts.map((side) => words[side]).join(", ") }) : null,
  ].filter(Boolean);
  return `${cell}: ${parts.join("; ") || words.empty}`;
}

export function positionTable(position, words) {
  const columns = [words.figure, words.cell, words.HP, words.MP, words.AP, words.markers];
  const row = ([id, unit]) => {
    const cells = [whereIs(unit, position, words), unit.hp && (unit.cell || !position.turn) ? `${unit.hp - unit.injuries}/${unit.hp}` : "", unit.mp ?? "", unit.ap ?? "", unit.markers.join(", ")];
    return html("tr", { "data-unit": id },
      html("th", { scope: "row", class: "row-title" }, html("span", { class: `badge badge-side-${unit.side.toLowerCase()}` }, id), " ", unit.name),
      ...cells.map((text, i) => html("td", { "data-label": columns[i + 1] }, String(text))));
  };
  const coins = Object.entries(position.coins).filter(([, n]) => n);
  return html("div", {},
    html("table", { class: "table table-tight table-stack" },
      html("caption", { class: "visually-hidden" }, words.position),
      html("thead", {}, html("tr", {}, ...columns.map((name) => html("th", { scope: "col" }, name)))),
      html("tbody", {}, ...Object.entries(position.units).map(row))),
    position.note ? html("p", { class: "small soft" }, position.note) : html("p", { class: "small soft" }, fill(words.kamasOn, { cells: coins.map(([cell, n]) => (n > 1 ? `${cell} (${n})` : cell)).join(", ") || words.none })));
}
