// The arena as one SVG. It draws what the server says (board, position, highlights) and tells which cell was chosen.
import { CELL, EDGE, SIDES, SQUARE, cellAt, centreOf, edgeLabels, extentOf, rowsOf, squareOf } from "./geometry.js";
import { mark } from "./lights.js";
import { factsOf, ground, liesOn } from "./scenery.js";
import { offsets, token } from "./tokens.js";
import { svg } from "./svg.js";
import { View } from "./view.js";
import { cellInWords } from "./words.js";

const home = ([width, height]) => ({ x: -EDGE, y: -4, width: width * CELL + EDGE + 4, height: height * CELL + EDGE + 4 });
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Board {
  /** `words` are the page's translated texts; `near` is the side at the bottom. */
  constructor(place, { board, words, near = "south", onCell = () => {} }) {
    Object.assign(this, { board, words, near, onCell, highlights: {}, remarks: {}, standing: new Map(), focus: null, position: { units: {}, coins: {} } });
    this.size = board.rows ? { columns: board.columns, rows: board.rows } : SQUARE;
    this.cells = new Map();
    this.layers = Object.fromEntries(["cells", "lights", "lines", "figures"].map((name) => [name, svg("g", { class: `layer-${name}` })]));
    this.layers.cells.setAttribute("role", "rowgroup");
    for (const name of ["lights", "lines", "figures"]) this.layers[name].setAttribute("aria-hidden", "true");
    this.edge = svg("g", { class: "edge-labels", "aria-hidden": "true" });
    this.element = svg("svg", { class: "board", role: "grid", "aria-label": `${board.name}. ${words.howToMove}` }, this.edge, ...Object.values(this.layers));
    this.view = new View(this.element, home(extentOf(near, this.size)));
    this.element.addEventListener("click", (event) => this.chosen(event.target.closest("[data-cell]")));
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusin", ({ target }) => target.dataset.cell && this.moveFocus(target.dataset.cell));
    place.append(this.element);
    this.layOut();
  }

  /** The opposite side comes to the bottom; nothing else changes. */
  flip() {
    this.near = SIDES[(SIDES.indexOf(this.near) + 2) % 4];
    this.layOut();
  }

  layOut() {
    this.edge.replaceChildren(...edgeLabels(this.near, this.size).map(([text, x, y]) => svg("text", { x, y: y + 4 }, text)));
    this.cells.clear();
    const rows = rowsOf(this.near, this.size).map((cells, y) =>
      svg("g", { role: "row" }, ...cells.map((cell, x) => {
        const square = svg("g", { role: "gridcell", "data-cell": cell, tabindex: "-1", transform: `translate(${x * CELL} ${y * CELL})` });
        this.cells.set(cell, square);
        return square;
      })));
    this.layers.cells.replaceChildren(...rows);
    this.drawn = {};
    this.cells.get(this.focus ?? cellAt(0, 0, this.near, this.size)).setAttribute("tabindex", "0");
    this.show(this.position);
    this.light(this.highlights, this.remarks);
  }

  /** Draws a position: figures, coins, who is active. */
  show(position) {
    this.position = position;
    const left = this.standing;
    this.standing = groupByCell(this.figures());
    for (const [cell, square] of this.cells) if (this.drawCell(cell, square) || left.has(cell) || this.standing.has(cell)) this.label(cell, square);
    this.layers.figures.replaceChildren(...[...this.standing].flatMap(([cell, units]) => this.stack(cell, units)));
  }

  figures() {
    return Object.entries(this.position.units).filter(([, unit]) => unit.cell).map(([id, unit]) => ({ id, ...unit }));
  }

  /** The ground changes with what lies on it and with scenery that breaks; says whether it did. */
  drawCell(cell, square) {
    const lies = liesOn(this.position, cell);
    const facts = factsOf(this.board, cell, this.position.scenery);
    const shown = [facts.scenery, ...Object.values(lies)].join();
    if (this.drawn[cell] === shown) return false;
    const [x, y] = squareOf(cell, this.near, this.size);
    square.replaceChildren(svg("rect", { class: (x + y) % 2 ? "square square-alt" : "square", width: CELL, height: CELL }), ground(facts, lies));
    this.drawn[cell] = shown;
    return true;
  }

  label(cell, square) {
    const facts = factsOf(this.board, cell, this.position.scenery);
    const told = cellInWords(cell, facts, liesOn(this.position, cell), this.standing.get(cell) ?? [], this.words);
    square.setAttribute("aria-label", this.remarks[cell] ? `${told}. ${this.remarks[cell]}` : told);
    if (square.tabIndex === 0) this.nameRow(square);
  }

  stack(cell, units) {
    const [x, y] = centreOf(cell, this.near, this.size);
    return offsets(units.length).map(([dx, dy], i) => {
      const figure = token(units[i], units[i].id === this.position.active);
      figure.setAttribute("transform", `translate(${x + dx} ${y + dy})`);
      figure.dataset.unit = units[i].id;
      return figure;
    });
  }

  /** {choice: [cells], target: [...], range: [...]...}: as the server answered; `remarks` say it of a cell in words. */
  light(highlights, remarks = {}) {
    const remarked = new Set([...Object.keys(this.remarks), ...Object.keys(remarks)]);
    Object.assign(this, { highlights, remarks });
    const squares = Object.entries(highlights).flatMap(([kind, cells]) => cells.map((cell) => {
      const [x, y] = squareOf(cell, this.near, this.size);
      const lit = mark(kind);
      lit.setAttribute("transform", `translate(${x * CELL} ${y * CELL})`);
      return lit;
    }));
    this.layers.lights.replaceChildren(...squares);
    this.sight([]);
    const { choice = [], target = [], range = [] } = highlights;
    const open = new Set([...choice, ...target, ...range]);
    for (const [cell, square] of this.cells) {
      square.toggleAttribute("data-choice", open.has(cell));
      if (remarked.has(cell)) this.label(cell, square);
    }
  }

  /** Lines of sight: [[from, to, clear], ...]. */
  sight(lines) {
    this.layers.lines.replaceChildren(...lines.map(([from, to, clear]) => this.line(from, to, clear)));
  }

  line(from, to, clear) {
    const [x1, y1] = centreOf(from, this.near, this.size);
    const [x2, y2] = centreOf(to, this.near, this.size);
    return svg("line", { class: clear ? "sight" : "sight sight-blocked", x1, y1, x2, y2 });
  }

  chosen(square) {
    if (!square) return;
    this.moveFocus(square.dataset.cell);
    this.onCell(square.dataset.cell);
  }

  moveFocus(cell) {
    for (const square of this.cells.values()) square.setAttribute("tabindex", "-1");
    this.focus = cell;
    this.cells.get(cell).setAttribute("tabindex", "0");
    this.nameRow(this.cells.get(cell));
  }

  /** Orca reads the row, not the cell, where the keyboard comes to a grid from outside: so the row says what its cell says. */
  nameRow(square) {
    for (const row of this.layers.cells.children) row.removeAttribute("aria-label");
    square.parentNode.setAttribute("aria-label", square.getAttribute("aria-label"));
  }

  key(event) {
    const cell = event.target.closest("[data-cell]")?.dataset.cell;
    if (!cell) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.onCell(cell);
    } else if (STEPS[event.key]) {
      event.preventDefault();
      const [x, y] = squareOf(cell, this.near, this.size);
      const next = cellAt(x + STEPS[event.key][0], y + STEPS[event.key][1], this.near, this.size);
      if (!next) return;
      this.cells.get(next).focus();
    }
  }
}

function groupByCell(figures) {
  const groups = new Map();
  for (const unit of figures) groups.set(unit.cell, [...(groups.get(unit.cell) ?? []), unit]);
  return groups;
}
