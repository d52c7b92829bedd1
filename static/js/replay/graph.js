// A number of each side over the whole game, with what happened on it. A click goes there.
import { svg } from "../board/svg.js";

const [BOTTOM, LEFT, RIGHT] = [8, 30, 26];
const LEAST = 280; // narrower than this it is drawn smaller
const SIGNS = {
  fault: () => [svg("path", { d: "M0-8L8 7H-8z", class: "mark-fault" })],
  warning: () => [svg("path", { d: "M0-7L7 0 0 7-7 0z", class: "mark-warning" })],
  ko: (side) => [svg("path", { d: "M-4-4L4 4M4-4L-4 4", class: `mark-ko mark-ko-${side.toLowerCase()}` })],
};
const LANES = { fault: () => 10, warning: () => 10, ko: (side) => 25 + 14 * "ABCD".indexOf(side) };
const LETTER = 18; // crosses of one side that stand closer share the letter of the last
const UNPROVED = new Set(["believed", "unchecked"]);

/** Stretches of actions that are not proved: {kind, first, last}. */
export function unprovedOf(steps) {
  const stretches = [];
  steps.forEach(({ proof }, i) => {
    const last = stretches.at(-1);
    if (!UNPROVED.has(proof)) return;
    if (last?.kind === proof && last.last === i - 1) last.last = i;
    else stretches.push({ kind: proof, first: i, last: i });
  });
  return stretches;
}

export class Graph {
  /** `points` = [[count, A, B, ...], ...], a column for each of `sides`; `marks` and `steps` only where they are to stand on it; `width`: of the place; `least`: the lowest top of the axis. */
  constructor(place, { points, length, label, kind, width, height, top = 8, least = 6, marks = [], steps = [], turning = [], sides = ["A", "B"], onSeek }) {
    Object.assign(this, { points, length, height, top, sides });
    this.width = Math.max(LEAST, width);
    this.floor = height - BOTTOM - (steps.length ? 10 : 0);
    const most = Math.max(least, ...points.flatMap(([, ...each]) => each));
    this.y = (value) => this.floor - (value / most) * (this.floor - top);
    this.x = (count) => LEFT + (count / Math.max(1, length)) * (this.width - LEFT - RIGHT);
    this.head = svg("line", { class: "playhead", y1: 0, y2: height });
    this.element = svg("svg", { class: `graph ${kind}`, viewBox: `0 0 ${this.width} ${height}`, role: "img", "aria-label": label },
      ...this.axis(most), ...this.proofs(steps), ...sides.map((side, i) => this.line(side.toLowerCase(), i + 1)).reverse(), ...turning.map((swing, i) => this.turn(swing, i)), ...marks.map((mark) => this.sign(mark)), ...this.letters(marks), this.head);
    this.element.addEventListener("click", (event) => onSeek(this.countAt(event)));
    place.replaceChildren(this.element);
  }

  countAt({ clientX, target }) {
    const swing = target.closest("[data-count]");
    if (swing) return Number(swing.dataset.count);
    const frame = this.element.getBoundingClientRect();
    const x = ((clientX - frame.left) / frame.width) * this.width;
    const share = (x - LEFT) / (this.width - LEFT - RIGHT);
    return Math.round(Math.min(1, Math.max(0, share)) * this.length);
  }

  axis(most) {
    const step = most > 24 ? 10 * Math.ceil(most / 40) : most > 12 ? 6 : 3;
    const values = [...Array(Math.floor(most / step) + 1).keys()].map((i) => i * step);
    return values.map((value) => svg("g", { class: "rule" },
      svg("line", { x1: LEFT, x2: this.width - RIGHT, y1: this.y(value), y2: this.y(value) }),
      svg("text", { x: LEFT - 6, y: this.y(value) + 4 }, String(value))));
  }

  line(side, column) {
    const steps = this.points.map((point, i) => (i ? `H${this.x(point[0])}V${this.y(point[column])}` : `M${this.x(0)} ${this.y(point[column])}`));
    return svg("path", { class: `race-${side}`, d: steps.join("") });
  }

  /** Under the graph, told apart by their shape: a wave where something is believed, empty boxes where nothing was checked. */
  proofs(steps) {
    return unprovedOf(steps).map(({ kind, first, last }) =>
      svg("rect", { class: `proof-${kind}`, x: this.x(first), y: this.floor + (kind === "believed" ? 4 : 3), width: Math.max(3, this.x(last + 1) - this.x(first)), height: kind === "believed" ? 5 : 7 }));
  }

  /** The largest swings, numbered as in the list beside the graph. */
  turn({ count, side }, i) {
    return svg("g", { class: `swing swing-${side.toLowerCase()}`, "data-count": count, transform: `translate(${this.x(count)} ${this.top + 8})` },
      svg("circle", { r: 8 }), svg("text", { y: 4 }, String(i + 1)));
  }

  sign({ action, kind, side, words }) {
    return svg("g", { class: "sign", transform: `translate(${this.x(action + 1)} ${LANES[kind](side)})` }, ...SIGNS[kind](side), svg("title", {}, words));
  }

  letters(marks) {
    return this.sides.flatMap((side) => {
      const crosses = marks.filter((mark) => mark.kind === "ko" && mark.side === side).map(({ action }) => this.x(action + 1)).sort((a, b) => a - b);
      const last = crosses.filter((x, i) => !(crosses[i + 1] - x < LETTER));
      return last.map((x) => svg("text", { class: "ko-of", x: x + 7, y: LANES.ko(side) + 4 }, side));
    });
  }

  show(count) {
    this.head.setAttribute("x1", this.x(count));
    this.head.setAttribute("x2", this.x(count));
  }
}
