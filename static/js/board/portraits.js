// Small portraits of the site's own: what a figure wears tells its kind by its outline alone, its face tells it apart further.
import { shapeOf } from "./shapes.js";
import { svg } from "./svg.js";

// in a box from -13 to 13, around a face with its middle at (0, 2)
const HEADS = {
  crown: "M-7-3V-11L-3.5-7 0-12 3.5-7 7-11V-3Z",
  helmet: "M-8.5 3V-2A8.5 8.5 0 0 1 8.5-2V3H5.5V-1H-5.5V3ZM-1.2-13H1.2V-8H-1.2Z",
  crest: "M0-4C-4-8-2-13 3-13 2-11 5-10 7-11 7-7 5-5 2-4ZM6 1 13 3.5 6 6Z",
  visor: "M-9-2H9V4H2.5L0 1.5-2.5 4H-9ZM-7-4Q0-12 7-4Q0-7-7-4Z",
  ears: "M-7-12.5A4.3 4.3 0 1 0-6.9-12.5ZM7-12.5A4.3 4.3 0 1 0 7.1-12.5Z",
  horns: "M-5-3C-11-4-12-9-10-13-8-9-5-8-2-6ZM5-3C11-4 12-9 10-13 8-9 5-8 2-6Z",
  antlers: "M-3-5V-13M-3-8 -9-13M3-5V-13M3-8 9-13",
  bandana: "M-8 0Q-1-12 7-3L13-6 11 3 7 1Q0-4-8 2Z",
  feathers: "M-6-3-10-13-4-8 0-13.5 4-8 10-13 6-3Z",
  skull: "M-9 1A9 9 0 1 1 9 1L8 5H5.5V10H-5.5V5H-8Z",
  fin: "M0-13.5C5-11 6-7 5-4H-5C-4-7-3-11 0-13.5ZM-6 0-13-5V5ZM6 0 13-5V5Z",
  hood: "M0-13.5 11 10H6A7.5 7.5 0 1 0-6 10H-11Z",
  spikes: "M-9 1-12-8-6-6-5-13 0-8 5-13 6-6 12-8 9 1Q0-8-9 1Z",
  cat: "M-8-1-10-13-1-6ZM8-1 10-13 1-6Z",
  bun: "M0-13.5A3.6 3.6 0 1 0 .1-13.5ZM-7 0Q0-10 7 0Q0-4-7 0Z",
  antenna: "M-4-4-7-10M4-4 7-10M-7-13A2 2 0 1 0-6.9-13ZM7-13A2 2 0 1 0 7.1-13ZM-8-3H8V0H-8Z",
  bull: "M-6-2C-13-1-14-8-12-13-10-8-6-8-4-7H4C6-8 10-8 12-13 14-8 13-1 6-2Z",
  wings: "M-6 1C-13-1-14-8-13-13-8-12-5-8-4-3ZM6 1C13-1 14-8 13-13 8-12 5-8 4-3Z",
  brim: "M-13-4H13V-1H-13ZM-6-5-4-13H4L6-5Z",
  wool: "M-8-1A4 4 0 1 1-6-8 4.5 4.5 0 0 1 0-12 4.5 4.5 0 0 1 6-8 4 4 0 1 1 8-1Q0-7-8-1Z",
};
const EYES = ["M-3 1v2M3 1v2", "M-4.5 2h3M1.5 2h3", "M-3.5 .5v3M3.5 .5v3M-5-1l3 1M5-1l-3 1"];
const MOUTHS = ["M-3 6Q0 8 3 6", "M-3 6.5H3", "M-4 5.5 0 7 4 5.5M-2 9 0 7 2 9", "M0 6v1", "M-3 6H3L1.5 8.5 1 6", "M-4 7Q0 4 4 7"];
const THINGS = {
  bomb: "M-1-5A8 8 0 1 0-.9-5ZM3-5 7-10M7-12 11-12",
  trap: "M-11 8V-2L-7 3-4-5 0 3 4-5 7 3 11-2V8Z",
  turret: "M-8 10-5-1H5L8 10ZM-4-1V-9H11V-5H4V-1Z",
  tombstone: "M-8 10V-4A8 8 0 0 1 8-4V10ZM-3-3H3M0-6V3",
  mechanism: "M-3-10H3V-7L7-5 10-7V0L8 3 10 7H4L3 10H-3L-4 7H-10L-8 3-10 0V-7L-7-5-3-7Z",
};

export const NAMES = [...Object.keys(HEADS), ...Object.keys(THINGS)];

/** `portrait` as the server names it: "crown.2", or "bomb". */
export function portrait(name) {
  const [head, number = "0"] = (name ?? "bun").split(".");
  if (THINGS[head]) return svg("g", { class: "portrait portrait-thing" }, svg("path", { d: THINGS[head] }));
  const face = Number(number);
  return svg("g", { class: `portrait portrait-${head}` },
    svg("circle", { class: "face", cy: 2, r: 7.5 }),
    svg("path", { class: "worn", d: HEADS[head] ?? HEADS.bun }),
    svg("path", { class: "features", d: `${EYES[face % EYES.length]}${MOUTHS[face % MOUTHS.length]}` }));
}

/** The same beside a text. */
export const portraitPicture = (unit) =>
  svg("svg", { viewBox: "AB".includes(unit.side) ? "-16 -16 32 32" : "-21 -21 42 42", class: `portrait-picture portrait-side-${unit.side.toLowerCase()}`, "aria-hidden": "true" },
    shapeOf(unit.side, 15),
    portrait(unit.portrait));
