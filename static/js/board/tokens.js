// Figures: side A is round, side B is square, a summon is smaller; letters say who, numbers say how hurt.
import { svg } from "./svg.js";

const SHAPES = {
  A: (r) => svg("circle", { r, class: "body" }),
  B: (r) => svg("rect", { x: -r, y: -r, width: 2 * r, height: 2 * r, rx: 4, class: "body" }),
};

function badge(kind, x, y, text) {
  return svg("g", { class: `mark ${kind}`, transform: `translate(${x} ${y})` },
    svg("rect", { x: -3 - 2.6 * text.length, y: -5.5, width: 6 + 5.2 * text.length, height: 11, rx: 5.5 }),
    svg("text", { y: 3.4 }, text));
}

export function token(unit, active) {
  const size = unit.summon ? 12 : 15;
  const marks = unit.markers.length;
  return svg("g", { class: `token-${unit.side.toLowerCase()} figure${active ? " is-active" : ""}${unit.summon ? " is-summon" : ""}` },
    active ? svg("circle", { r: size + 4.5, class: "halo" }) : null,
    SHAPES[unit.side](size),
    svg("text", { class: "initial", y: 5 }, unit.initial),
    unit.level ? badge("level", 11, -13, String(unit.level)) : null,
    unit.injuries ? badge("injuries", -9, 14, `−${unit.injuries}`) : null,
    marks ? badge("markers", 12, 14, marks > 1 ? `✱${marks}` : "✱") : null);
}

/** Several figures on one cell (a trap, a tombstone under a Krosmaster) lie fanned out. */
export function offsets(count) {
  return count < 2 ? [[0, 0]] : [...Array(count).keys()].map((i) => [(i - (count - 1) / 2) * 12, (i % 2 ? 5 : -5)]);
}
