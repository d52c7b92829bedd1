// A log is amended on the board: back to before the action, a figure dragged or tapped to another cell, its numbers and those of
// the players tapped. What is set stands in the fields of the form, which are all there is without this script.
import { boardFrame } from "./board/frame.js";
import { fill, html } from "./board/svg.js";

const NUMBERS = ["hp", "ap", "mp", "ap_markers", "mp_markers", "range_markers"];
const NOWHERE = "-";
const MOST = 99;

class Amending {
  constructor(element) {
    this.element = element;
    this.form = element.closest("form");
    this.rows = [...this.form.querySelectorAll("[data-amend-row]")];
    this.after = this.form.elements.after;
    this.form.addEventListener("change", ({ target }) => (target === this.after || target.name === "remedy") && this.load());
    element.addEventListener("click", ({ target }) => this.pressed(target.closest("button")));
    this.load();
  }

  place(name) {
    return this.element.querySelector(`[data-amend-${name}]`);
  }

  get actions() {
    return Number(this.element.dataset.actions);
  }

  get moment() {
    return Math.min(this.actions, Math.max(0, Number(this.after.value) || 0));
  }

  async load() {
    if (this.form.elements.remedy.value !== "correct-log") return;
    const moment = this.moment;
    const answer = await fetch(`${this.element.dataset.source}${Math.min(moment, this.actions - 1)}/`).catch(() => null);
    const found = answer?.ok ? await answer.json() : null;
    if (moment !== this.moment) return; // the judge has gone on
    this.element.hidden = !found;
    const fields = this.form.querySelector("[data-amend-fields]");
    fields.hidden = Boolean(found) && !fields.querySelector(".errorlist");
    this.form.querySelector("[data-amend-failed]").hidden = Boolean(found);
    if (found) this.meet(found, moment);
  }

  /** The position before the next action; at the end of the log, the one that its last action left. */
  meet(found, moment) {
    const isEnd = moment === this.actions;
    const side = isEnd ? "after" : "before";
    this.words = found.words.amend;
    this.base = found[side];
    this.markers = found.markers[side];
    this.frame ??= this.framed(found);
    this.place("when").textContent = fill(this.words[isEnd ? "end" : moment ? "moment" : "start"], { n: moment, words: found.told });
    this.drawStocks();
    this.choose(this.chosen in this.base.units ? this.chosen : null);
  }

  framed(found) {
    const frame = boardFrame(this.element.querySelector("[data-board-frame]"), { ...found, onCell: (cell) => this.tapped(cell) });
    const { element } = frame.board;
    element.addEventListener("pointerdown", (event) => (this.dragged = this.at(event.target.closest("[data-cell]")?.dataset.cell)));
    element.addEventListener("pointerup", (event) => this.dropped(event));
    return frame;
  }

  at(cell) {
    return Object.keys(this.base.units).find((unit) => this.cellOf(unit) === cell) ?? null;
  }

  tapped(cell) {
    const there = this.at(cell);
    if (there || !this.chosen) this.choose(there);
    else this.set(this.chosen, "cell", cell, this.base.units[this.chosen].cell);
  }

  dropped({ clientX, clientY }) {
    const unit = this.dragged;
    this.dragged = null;
    const cell = document.elementFromPoint(clientX, clientY)?.closest("[data-cell]")?.dataset.cell;
    if (!unit || !cell || cell === this.cellOf(unit) || this.at(cell) || this.frame.board.view.zoom > 1.01) return;
    this.choose(unit);
    this.set(unit, "cell", cell, this.base.units[unit].cell);
  }

  // -- the fields of the form ----------------------------------------------------------------------------------------

  row(unit) {
    return this.rows.find((row) => this.field(row, "unit").value === unit);
  }

  field(row, name) {
    return row.querySelector(`[name$="-${name}"]`);
  }

  typed(unit, name) {
    const row = this.row(unit);
    return row ? this.field(row, name).value : "";
  }

  cellOf(unit) {
    const typed = this.typed(unit, "cell").toUpperCase();
    return typed === NOWHERE ? null : typed || this.base.units[unit].cell;
  }

  /** The number as it was, and as it is set. HP are what the injuries leave. */
  numbers(unit, name) {
    const { hp, injuries, ap, mp } = this.base.units[unit];
    if (name === "hp") return [hp - injuries, hp - Number(this.typed(unit, "injuries") || injuries)];
    const gauge = name.replace("_markers", "");
    const was = name === gauge ? { ap, mp }[name] : this.markers[unit][gauge];
    return [was, this.typed(unit, name) === "" ? was : Number(this.typed(unit, name))];
  }

  /** A mechanism has no MP, and what a card nobody has entered prints is not known. */
  numbersOf(unit) {
    const { hp, ap, mp } = this.base.units[unit];
    return NUMBERS.filter((name) => !(name in { hp, ap, mp }) || { hp, ap, mp }[name] !== null);
  }

  set(unit, name, value, was) {
    const row = this.row(unit) ?? this.row("");
    if (!row) return void (this.place("changes").textContent = this.words.full);
    this.field(row, "unit").value = unit;
    this.field(row, name).value = value === was ? "" : value ?? NOWHERE;
    if (["cell", "injuries", ...NUMBERS.slice(1)].every((each) => this.field(row, each).value === "")) this.field(row, "unit").value = "";
    this.draw();
  }

  change(unit, name, by) {
    const { hp, injuries } = this.base.units[unit];
    const [was, now] = this.numbers(unit, name);
    const isMarker = name.endsWith("_markers");
    const next = Math.min(name === "hp" ? hp : MOST, Math.max(isMarker ? -MOST : 0, now + by));
    if (name === "hp") this.set(unit, "injuries", hp - next, injuries);
    else this.set(unit, name, next, was);
  }

  stocks() {
    const sides = ["A", "B"].flatMap((side) => ["glory", "kamas"].map((kind) => ({
      field: this.form.elements[`has-${kind}_${side}`], was: this.base[kind][side], label: fill(this.words[kind], { player: this.nameOf(side) }),
    })));
    return [...sides, { field: this.form.elements["has-wild"], was: Number(this.base.wild), label: this.words.wild }].filter(({ field, was }) => field && was !== undefined);
  }

  nameOf(side) {
    return this.form.querySelector(`[data-player-of="${side}"]`)?.textContent || side;
  }

  // -- what the judge presses ----------------------------------------------------------------------------------------

  pressed(button) {
    if (!button || !this.base) return;
    const { amendStep, amendNumber, amendStock, by } = button.dataset;
    if (amendStep) {
      this.after.value = Math.min(this.actions, Math.max(0, this.moment + Number(amendStep)));
      this.load();
    } else if (amendNumber) this.change(this.chosen, amendNumber, Number(by));
    else if (amendStock) this.changeStock(this.stocks()[amendStock], Number(by));
    else if ("amendOut" in button.dataset) this.set(this.chosen, "cell", null, this.base.units[this.chosen].cell);
    else if ("amendClear" in button.dataset) this.clear();
  }

  changeStock({ field, was }, by) {
    const next = Math.min(MOST, Math.max(0, Number(field.value === "" ? was : field.value) + by));
    field.value = next === was ? "" : next;
    this.draw();
  }

  clear() {
    this.rows.flatMap((row) => [...row.querySelectorAll("input, select")]).forEach((field) => (field.value = ""));
    this.stocks().forEach(({ field }) => (field.value = ""));
    this.draw();
  }

  // -- drawing -------------------------------------------------------------------------------------------------------

  choose(unit) {
    this.chosen = unit;
    const panel = this.place("figure");
    if (!unit) panel.replaceChildren(html("p", { class: "help flush" }, this.words.choose));
    else {
      panel.replaceChildren(html("p", { class: "strong flush" }, this.base.units[unit].name),
        ...this.numbersOf(unit).map((name) => this.stepper(this.words[name], { "data-amend-number": name })),
        html("button", { class: "button button-small", type: "button", "data-amend-out": "" }, this.words.takeOut));
    }
    this.draw();
  }

  drawStocks() {
    this.place("stocks").replaceChildren(...this.stocks().map(({ label }, index) => this.stepper(label, { "data-amend-stock": index })));
  }

  stepper(label, data) {
    const button = (by, words, sign) => html("button", { class: "button button-small", type: "button", "data-by": by, ...data, "aria-label": fill(words, { label }) }, sign);
    return html("p", { class: "amend-number" }, html("span", {}, label), button(-1, this.words.fewer, "−"), html("output", {}), button(1, this.words.more, "+"));
  }

  draw() {
    const units = Object.fromEntries(Object.entries(this.base.units).map(([name, unit]) => [name, { ...unit, cell: this.cellOf(name), injuries: Number(this.typed(name, "injuries") || unit.injuries) }]));
    this.frame.show({ ...this.base, units, active: this.chosen });
    this.write(this.place("figure"), this.chosen ? this.numbersOf(this.chosen).map((name) => this.numbers(this.chosen, name)) : []);
    this.write(this.place("stocks"), this.stocks().map(({ field, was }) => [was, field.value === "" ? was : Number(field.value)]));
    const changes = this.changes();
    this.place("changes").replaceChildren(...(changes.length ? changes : [this.words.nothing]).map((words) => html("li", {}, words)));
    this.place("clear").hidden = !changes.length;
  }

  write(panel, numbers) {
    panel.querySelectorAll("output").forEach((output, index) => {
      const [was, now] = numbers[index];
      output.textContent = was === now ? was : `${was} → ${now}`;
      output.classList.toggle("is-changed", was !== now);
    });
  }

  changes() {
    const { words, base } = this;
    const ofUnits = Object.entries(base.units).filter(([unit]) => this.row(unit)).flatMap(([unit, { name, cell }]) => [
      [words.cell, cell ?? words.out, this.cellOf(unit) ?? words.out],
      ...this.numbersOf(unit).map((number) => [words[number], ...this.numbers(unit, number)]),
    ].filter(([, was, now]) => was !== now).map(([label, was, now]) => fill(words.change, { unit: name, label, was, now })));
    const ofPlayers = this.stocks().filter(({ field, was }) => field.value !== "" && Number(field.value) !== was);
    return [...ofUnits, ...ofPlayers.map(({ label, was, field }) => fill(words.stock, { label, was, now: field.value }))];
  }
}

document.querySelectorAll("[data-amend]").forEach((element) => new Amending(element));
