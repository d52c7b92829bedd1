// What is lit on the board: each kind has its own pattern, so that it is told apart without its colour.
import { CELL } from "./geometry.js";
import { svg } from "./svg.js";

const PATTERNS = {
  target: "M4 13V4h9M27 4h9v9M36 27v9h-9M13 36H4v-9",
  range: "M20 16a4 4 0 1 0 .01 0z",
  unseen: "M4 14L14 4M4 25L25 4M4 36L36 4M15 36L36 15M26 36L36 26",
  barred: "M11 11l18 18M29 11L11 29",
  believed: "M24 8q3-4 6 0t6 0M24 13q3-4 6 0t6 0",
  unchecked: "M28 8q0-4 4-4t4 4-4 5v2M32 18v1",
};

export const mark = (kind) =>
  svg("g", { class: `light light-${kind}` },
    svg("rect", { x: 2, y: 2, width: CELL - 4, height: CELL - 4, rx: 6 }),
    PATTERNS[kind] ? svg("path", { d: PATTERNS[kind] }) : null);
