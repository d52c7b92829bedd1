// Whose figure it is, by its outline alone: A is round, B square, C stands on a corner, D is a shield.
import { svg } from "./svg.js";

const SHAPES = {
  A: (r) => svg("circle", { r, class: "body" }),
  B: (r) => svg("rect", { x: -r, y: -r, width: 2 * r, height: 2 * r, rx: 4, class: "body" }),
  C: (r) => svg("path", { d: `M0 ${-1.32 * r}L${1.32 * r} 0L0 ${1.32 * r}L${-1.32 * r} 0Z`, class: "body" }),
  D: (r) => svg("path", { d: `M${-r} ${-r}H${r}V${0.1 * r}L0 ${1.35 * r}L${-r} ${0.1 * r}Z`, class: "body" }),
};

export const shapeOf = (side, r) => SHAPES[side](r);

/** The same alone, beside the name of its player. */
export const shapePicture = (side) =>
  svg("svg", { viewBox: "-21 -21 42 42", class: `side-shape portrait-side-${side.toLowerCase()}`, "aria-hidden": "true" }, shapeOf(side, 15));
