// What stands and lies on a cell, told apart by shape before colour: a crown, a mound, a box, horns, coins, prints.
import { shapeOf } from "./shapes.js";
import { svg } from "./svg.js";

const tree = () =>
  svg("g", { class: "tree" },
    svg("path", { d: "M17 34v-9h6v9z", class: "trunk" }),
    svg("path", { d: "M20 3l12 12h-6l8 10H6l8-10H8z" }));

const bush = () =>
  svg("g", { class: "bush" },
    svg("path", { d: "M5 33c-4-6 0-12 5-12 0-7 9-9 13-4 7-2 12 4 9 9 4 2 4 5 3 7z" }),
    svg("path", { d: "M12 28l3-4m4 5l3-5m4 5l2-3", class: "twigs" }));

const crate = () =>
  svg("g", { class: "crate" },
    svg("rect", { x: 6, y: 6, width: 28, height: 28, rx: 3 }),
    svg("path", { d: "M6 13h28M6 27h28M13 6v28M27 6v28" }));

const SHAPES = { tree, bush, crate };

const demonRing = () => svg("path", { class: "demon", d: "M8 6c2 4 4 5 6 5a12 12 0 0112 0c2 0 4-1 6-5 1 6 0 9-2 12a10 10 0 01-20 0C8 15 7 12 8 6z" });

const prints = (sides) =>
  svg("g", { class: `start ${sides.map((side) => `start-${side}`).join(" ")}` },
    ...[[14, 13], [20, 10], [26, 13]].map(([x, y]) => svg("circle", { cx: x, cy: y + 2, r: 2.6 })),
    svg("ellipse", { cx: 20, cy: 24, rx: 6.5, ry: 5.5 }));

function coins(count) {
  const lone = count === 1;
  return svg("g", { class: "coins" },
    lone ? null : svg("circle", { cx: 31, cy: 31, r: 6 }),
    svg("circle", { cx: lone ? 31 : 28, cy: lone ? 31 : 28, r: 6.5 }),
    svg("text", { x: lone ? 31 : 28, y: (lone ? 31 : 28) + 3.6 }, String(count)));
}

/** A glyph cell: a broken ring while nobody holds it, then a tile in the shape of whose it is. */
const glyph = (owner) =>
  svg("g", { class: `glyph${owner ? ` glyph-${owner.toLowerCase()}` : ""}`, transform: "translate(20 20)" },
    owner ? shapeOf(owner, 16) : svg("circle", { r: 16, class: "glyph-free" }),
    owner ? svg("text", { x: -14, y: 17 }, owner) : null);

const LAID = {
  ice: "M20 6V34M8 13L32 27M32 13L8 27M16 9l4 4 4-4M16 31l4-4 4 4",
  fire: "M20 5c2 6 9 9 9 17a9 9 0 01-18 0c0-4 2-6 4-8 0 3 1 4 3 4 1-4 0-8 2-13z",
  fog: "M7 14h18M11 20h22M7 26h20",
};
const laid = (kind) => svg("g", { class: `terrain terrain-${kind}` }, svg("path", { d: LAID[kind] }));

/** What can lie on a cell: coins, a terrain tile, and whose glyph it is. */
export const liesOn = (position, cell) => ({ coins: position.coins?.[cell] ?? 0, owner: position.glyphs?.[cell] ?? "", terrain: position.terrain?.[cell] ?? "" });

/** Everything on one cell but the figures. */
export function ground(facts, { coins: count, owner, terrain }) {
  const drawn = svg("g", { class: "ground" });
  if (facts.starts.length) drawn.append(prints(facts.starts));
  if (facts.demon) drawn.append(demonRing());
  if (facts.glyph) drawn.append(glyph(owner));
  if (terrain) drawn.append(laid(terrain));
  if (facts.scenery) drawn.append(SHAPES[facts.scenery]());
  if (count) drawn.append(coins(count));
  return drawn;
}

/** What the server says of the board, gathered by cell; `standing` are the cells of scenery that is left, where it can break. */
export function factsOf(board, cell, standing) {
  return {
    scenery: (!standing || standing.includes(cell)) && board.scenery[cell] ? board.scenery[cell] : null,
    demon: board.demons.includes(cell),
    glyph: board.glyphs?.includes(cell) ?? false,
    starts: Object.keys(board.starts).filter((side) => board.starts[side].includes(cell)),
  };
}
