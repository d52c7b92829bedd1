// The GG race over the whole game with what happened on it: KOs, faults. A click goes there.
import { svg } from "../board/svg.js";

const HEIGHT = 134;
const [TOP, BOTTOM, LEFT, RIGHT] = [50, 8, 26, 26];
const LEAST = 280; // narrower than this it is drawn smaller
const SIGNS = {
  fault: () => [svg("path", { d: "M0-8L8 7H-8z", class: "mark-fault" })],
  warning: () => [svg("path", { d: "M0-7L7 0 0 7-7 0z", class: "mark-warning" })],
  ko: (side) => [svg("path", { d: "M-4-4L4 4M4-4L-4 4", class: `mark-ko mark-ko-${side.toLowerCase()}` })],
};
const LANES = { fault: () => 10, warning: () => 10, ko: (side) => (side === "A" ? 25 : 39) };
const LETTER = 18; // crosses of one side that stand closer share the letter of the last

export class Race {
  constructor(place, film, { words, onSeek }) {
    this.film = film;
    this.width = Math.max(LEAST, place.clientWidth);
    const most = Math.max(6, ...film.race().flatMap(([, a, b]) => [a, b]));
    this.y = (glory) => HEIGHT - BOTTOM - (glory / most) * (HEIGHT - TOP - BOTTOM);
    this.x = (count) => LEFT + (count / Math.max(1, film.length)) * (this.width - LEFT - RIGHT);
    this.head = svg("line", { class: "playhead", y1: 0, y2: HEIGHT });
    this.element = svg("svg", { class: "race", viewBox: `0 0 ${this.width} ${HEIGHT}`, role: "img", "aria-label": words.race },
      ...this.axis(most), this.line("b", 2), this.line("a", 1), ...film.marks.map((mark) => this.sign(mark)), ...this.letters(), this.head);
    this.element.addEventListener("click", (event) => onSeek(this.countAt(event)));
    place.append(this.element);
  }

  countAt({ clientX }) {
    const frame = this.element.getBoundingClientRect();
    const x = ((clientX - frame.left) / frame.width) * this.width;
    const share = (x - LEFT) / (this.width - LEFT - RIGHT);
    return Math.round(Math.min(1, Math.max(0, share)) * this.film.length);
  }

  axis(most) {
    const step = most > 12 ? 6 : 3;
    const values = [...Array(Math.floor(most / step) + 1).keys()].map((i) => i * step);
    return values.map((glory) => svg("g", { class: "rule" },
      svg("line", { x1: LEFT, x2: this.width - RIGHT, y1: this.y(glory), y2: this.y(glory) }),
      svg("text", { x: LEFT - 6, y: this.y(glory) + 4 }, String(glory))));
  }

  line(side, column) {
    const points = this.film.race();
    const steps = points.map((point, i) => (i ? `H${this.x(point[0])}V${this.y(point[column])}` : `M${this.x(0)} ${this.y(point[column])}`));
    return svg("path", { class: `race-${side}`, d: steps.join("") });
  }

  sign({ action, kind, side, words }) {
    return svg("g", { class: "sign", transform: `translate(${this.x(action + 1)} ${LANES[kind](side)})` }, ...SIGNS[kind](side), svg("title", {}, words));
  }

  letters() {
    return ["A", "B"].flatMap((side) => {
      const crosses = this.film.marks.filter((mark) => mark.kind === "ko" && mark.side === side).map(({ action }) => this.x(action + 1)).sort((a, b) => a - b);
      const last = crosses.filter((x, i) => !(crosses[i + 1] - x < LETTER));
      return last.map((x) => svg("text", { class: "ko-of", x: x + 7, y: LANES.ko(side) + 4 }, side));
    });
  }

  show(count) {
    this.head.setAttribute("x1", this.x(count));
    this.head.setAttribute("x2", this.x(count));
  }
}
