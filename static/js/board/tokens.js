// Figures: their outline says whose they are, a summon is smaller; portrait and letters say who, the heart how many HP are left.
import { portrait } from "./portraits.js";
import { shapeOf } from "./shapes.js";
import { svg } from "./svg.js";

function badge(kind, x, y, text) {
  return svg("g", { class: `mark ${kind}`, transform: `translate(${x} ${y})` },
    svg("rect", { x: -3 - 2.6 * text.length, y: -5.5, width: 6 + 5.2 * text.length, height: 11, rx: 5.5 }),
    svg("text", { y: 3.4 }, text));
}

/** The HP that are left, on a heart: no other number stands on a figure. */
function health(unit) {
  const left = String(unit.hp - unit.injuries);
  return svg("g", { class: `mark health${unit.injuries ? " is-hurt" : ""}`, transform: "translate(13 13)" },
    svg("path", { d: "M0 8.5C-11 1-8.5-7-4-7-1.5-7 0-5 0-4 0-5 1.5-7 4-7 8.5-7 11 1 0 8.5Z" }),
    svg("text", { y: 3 }, left));
}

/** 4.9.18.a: frost markers are a kind of their own, a snowflake beside the others. */
const FLAKE = "M0-5V5M-4.3-2.5 4.3 2.5M4.3-2.5-4.3 2.5M-1.5-4.5 0-3 1.5-4.5M-1.5 4.5 0 3 1.5 4.5";
const frost = () => svg("g", { class: "mark frost", transform: "translate(-13 13)" }, svg("circle", { r: 7 }), svg("path", { d: FLAKE }));
const isFrosted = ({ markers }) => markers.some((text) => text.startsWith("❄"));

export function token(unit, active) {
  const size = unit.summon ? 12 : 15;
  const marks = unit.markers.length;
  return svg("g", { class: `token-${unit.side.toLowerCase()} figure${active ? " is-active" : ""}${unit.summon ? " is-summon" : ""}` },
    active ? svg("circle", { r: size + 4.5, class: "halo" }) : null,
    shapeOf(unit.side, size),
    svg("g", { transform: unit.summon ? "scale(.8)" : null }, portrait(unit.portrait)),
    badge("label", -12, -14, unit.initial),
    unit.hp ? health(unit) : null,
    marks ? badge("markers", 12, -12, marks > 1 ? `✱${marks}` : "✱") : null,
    isFrosted(unit) ? frost() : null);
}

/** Several figures on one cell (a trap, a tombstone under a Krosmaster) lie fanned out. */
export function offsets(count) {
  return count < 2 ? [[0, 0]] : [...Array(count).keys()].map((i) => [(i - (count - 1) / 2) * 12, (i % 2 ? 5 : -5)]);
}
