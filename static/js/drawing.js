// A board drawn by tapping its cells: the script writes the text that is sent. Without it the text is typed.
import { inside } from "./ui/pieces.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Headers and rows of marks, the north first; null for a text that is no drawing. */
export function read(text) {
  const lines = text.replaceAll("\r", "").split("\n");
  const blank = lines.indexOf("");
  if (blank < 0) return null;
  const headers = Object.fromEntries(lines.slice(0, blank).map((line) => line.split(/:\s*(.*)/s).slice(0, 2)));
  const drawn = lines.slice(blank + 2).filter((line) => line.trim());
  const rows = drawn.map((line) => line.trim().split(/\s+/).slice(1));
  const isEven = rows.length > 0 && rows.every((row) => row.length > 0 && row.length === rows[0].length);
  return isEven ? { headers, rows } : null;
}

export function written({ headers, rows }) {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const letters = `   ${Array.from(LETTERS.slice(0, rows[0].length)).join(" ")}`;
  const drawn = rows.map((row, place) => `${String(rows.length - place).padStart(2)} ${row.join(" ")}`);
  return `${[...head, "", letters, ...drawn].join("\n")}\n`;
}

/** The same board with other numbers of columns and rows; what is cut off is lost, what is new is plain. */
export function resized(rows, columns, count, plain) {
  const start = rows.length - count; // rows are numbered from the south, so the north grows and shrinks
  return Array.from({ length: count }, (_row, place) =>
    Array.from({ length: columns }, (_cell, column) => rows[start + place]?.[column] ?? plain),
  );
}

function made(name, facts = {}, ...inner) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(facts)) {
    if (key in element) element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...inner);
  return element;
}

class Drawing {
  constructor(area) {
    this.area = area;
    this.facts = JSON.parse(area.dataset.drawing);
    this.plain = this.facts.marks[0][0];
    this.mark = this.facts.marks[1][0];
    this.labels = new Map(this.facts.marks);
    this.place = [0, 0];
    this.board = read(area.value);
    this.table = made("table", { className: "drawn-board" });
    this.counts = made("p", { className: "soft small flush", role: "status" });
    this.mirror = made("input", { type: "checkbox", id: "drawing-mirror" });
    const text = made("details", { className: "field" }, made("summary", {}, this.facts.words.text));
    const field = area.closest(".field");
    field.before(this.controls());
    field.replaceWith(text);
    text.append(field);
    const faults = field.querySelector(".errorlist");
    if (faults && this.board && !this.name.value) {
      this.name.after(faults);
      this.name.parentElement.classList.add("field-error");
    }
    text.open = !this.board || Boolean(field.querySelector(".errorlist"));
    area.addEventListener("input", () => this.typed());
    document.querySelector("#source")?.addEventListener("input", () => this.board && this.write());
    this.draw();
  }

  controls() {
    const frame = made("div", { className: "table-frame" }, this.table);
    const mirror = made("label", { className: "check" }, this.mirror, ` ${this.facts.words.mirror}`);
    return made("div", { className: "stack" }, this.head(), this.palette(), mirror, frame, this.counts);
  }

  head() {
    const { words, fewest, most } = this.facts;
    this.name = made("input", { id: "drawing-name", value: this.board?.headers.name ?? "", autocomplete: "off" });
    this.name.addEventListener("input", () => this.write());
    const size = (id, label) => {
      const choices = Array.from({ length: most - fewest + 1 }, (_choice, step) =>
        made("option", { value: String(fewest + step) }, String(fewest + step)),
      );
      const select = made("select", { id }, ...choices);
      select.addEventListener("change", () => this.resize());
      return [select, made("div", { className: "field" }, made("label", { htmlFor: id }, label), select)];
    };
    const [columns, ofColumns] = size("drawing-columns", words.columns);
    const [rows, ofRows] = size("drawing-rows", words.rows);
    this.columns = columns;
    this.rows = rows;
    const name = made("label", { htmlFor: "drawing-name" }, words.name);
    return made("div", { className: "form-row" }, made("div", { className: "field" }, name, this.name), ofColumns, ofRows);
  }

  palette() {
    const choices = this.facts.marks.map(([mark, label]) => {
      const radio = made("input", { type: "radio", value: mark, checked: mark === this.mark });
      radio.name = "drawing-mark";
      radio.addEventListener("change", () => (this.mark = mark));
      return made("label", { className: "choice" }, radio, ` ${label}`);
    });
    const legend = made("legend", {}, this.facts.words.marks);
    const group = made("div", { className: "choices" }, ...choices);
    return made("fieldset", { className: "fieldset-plain" }, legend, group);
  }

  typed() {
    this.board = read(this.area.value);
    if (!this.board) return;
    this.name.value = this.board.headers.name ?? "";
    this.draw();
  }

  resize() {
    if (!this.board) return;
    this.board.rows = resized(this.board.rows, Number(this.columns.value), Number(this.rows.value), this.plain);
    this.place = [0, 0];
    this.draw();
    this.write();
  }

  draw() {
    this.table.replaceChildren();
    if (!this.board) return;
    const { rows } = this.board;
    this.columns.value = String(rows[0].length);
    this.rows.value = String(rows.length);
    const letters = Array.from(LETTERS.slice(0, rows[0].length)).map((letter) => made("th", { scope: "col" }, letter));
    this.table.append(made("thead", {}, made("tr", {}, made("td"), ...letters)), made("tbody", {}, ...rows.map((row, place) => this.row(row, place))));
    this.count();
  }

  row(marks, place) {
    const cells = marks.map((_mark, column) => {
      const button = made("button", { type: "button" });
      button.addEventListener("click", () => this.press(place, column));
      button.addEventListener("keydown", (event) => this.key(event, place, column));
      this.show(button, place, column);
      return made("td", {}, button);
    });
    return made("tr", {}, made("th", { scope: "row" }, String(this.board.rows.length - place)), ...cells);
  }

  button(row, column) {
    return this.table.tBodies[0].rows[row].cells[column + 1].firstChild;
  }

  show(button, row, column) {
    const mark = this.board.rows[row][column];
    const cell = `${LETTERS[column]}${this.board.rows.length - row}`;
    button.textContent = mark === this.plain ? "" : mark;
    button.dataset.mark = mark;
    button.tabIndex = row === this.place[0] && column === this.place[1] ? 0 : -1;
    button.setAttribute("aria-label", `${cell}: ${this.labels.get(mark) ?? mark}`);
  }

  /** The chosen mark; the same mark again takes it off. */
  press(row, column, mark = this.mark) {
    const { rows } = this.board;
    this.set(row, column, rows[row][column] === mark ? this.plain : mark);
    if (this.mirror.checked) {
      const other = [rows.length - 1 - row, rows[0].length - 1 - column];
      if (other[0] !== row || other[1] !== column) this.set(...other, rows[row][column]);
    }
    this.go(row, column);
    this.count();
    this.write();
  }

  set(row, column, mark) {
    this.board.rows[row][column] = mark;
    this.show(this.button(row, column), row, column);
  }

  go(row, column) {
    const before = this.button(...this.place);
    if (before) before.tabIndex = -1;
    this.place = [row, column];
    const button = this.button(row, column);
    button.tabIndex = 0;
    button.focus();
  }

  key(event, row, column) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    const mark = [...this.labels.keys()].find((each) => each.toLowerCase() === event.key.toLowerCase());
    if (step) {
      const [to, over] = [row + step[0], column + step[1]];
      if (this.board.rows[to]?.[over] !== undefined) this.go(to, over);
    } else if (mark) this.press(row, column, mark);
    else return;
    event.preventDefault();
  }

  count() {
    const marks = this.board.rows.flat();
    const counted = this.facts.marks.slice(1).map(([mark, label]) => `${label}: ${marks.filter((each) => each === mark).length}`);
    this.counts.textContent = counted.join(" · ");
  }

  write() {
    if (!this.board) return;
    const source = document.querySelector("#source")?.value.trim();
    const { headers } = this.board;
    this.board.headers = { ...headers, name: this.name.value.trim(), source: source || headers.source || "?" };
    this.area.value = written(this.board);
    this.area.dispatchEvent(new Event("change", { bubbles: true }));
    this.area.form.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

function begin(root) {
  [...inside(root, "textarea[data-drawing]")].forEach((area) => new Drawing(area));
}

begin(document);
document.addEventListener("htmx:afterSettle", ({ target }) => begin(target));
