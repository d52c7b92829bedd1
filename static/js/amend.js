// A log is amended on the board: back to before the action, a figure dragged or tapped to another cell, its numbers and those of
// the players tapped. What is set stands in the fields of the form, which are all there is without this script.
import { boardFrame } from "./board/frame.js";
import { fill, html } from "./board/svg.js";
import { ALL_POWERS, NOWHERE, hasNumber, markersOf, meetCell, powersOf, renewLines, stepper, summonsOf } from "./amend_panel.js";
import { inside, onEachPage } from "./ui/pieces.js";

const NUMBERS = ["hp", "ap", "mp", "ap_markers", "mp_markers", "range_markers"];
const SET = ["cell", "injuries", ...NUMBERS.slice(1), "marker", "marker_by", "lost_power"];
const MOST = 99;

class Amending {
  constructor(element) {
    this.element = element;
    this.form = element.closest("form");
    this.rows = [...this.form.querySelectorAll("[data-amend-row]")];
    this.summonRows = [...this.form.querySelectorAll("[data-amend-summon]")];
    this.after = this.form.elements.after;
    this.owned = Object.fromEntries([...element.querySelectorAll("[data-amend-of]")].map(({ dataset }) => [dataset.amendOf, { ...dataset }]));
    this.form.addEventListener("change", ({ target }) => (target === this.after || target.name === "remedy") && this.load());
    element.addEventListener("click", ({ target }) => this.pressed(target.closest("button")));
    element.addEventListener("change", ({ target }) => this.selected(target));
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
    const fields = this.form.querySelector("[data-amend-fields]");
    const isFaulty = Boolean(fields.querySelector(".errorlist"));
    if (!this.base) fields.hidden = !isFaulty; // they are for where the board does not come
    const answer = await fetch(`${this.element.dataset.source}${Math.min(moment, this.actions - 1)}/`).catch(() => null);
    const found = answer?.ok ? await answer.json() : null;
    if (moment !== this.moment) return; // the judge has gone on
    this.element.hidden = !found;
    fields.hidden = Boolean(found) && !isFaulty;
    this.form.querySelector("[data-amend-failed]").hidden = Boolean(found);
    if (found) this.meet(found, moment);
  }

  /** The position before the next action; at the end of the log, the one that its last action left. */
  meet(found, moment) {
    const isEnd = moment === this.actions;
    const side = isEnd ? "after" : "before";
    this.words = found.words.amend;
    this.base = found[side];
    this.more = found.amendable[side];
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
    if (this.bringing && !there) this.bring(cell);
    else if (there) this.choose(there === this.chosen ? null : there);
    else if (!this.chosen) meetCell(this.form, cell);
    else this.setCell(this.chosen, cell);
  }

  dropped({ clientX, clientY }) {
    const unit = this.dragged;
    this.dragged = null;
    const cell = document.elementFromPoint(clientX, clientY)?.closest("[data-cell]")?.dataset.cell;
    if (!unit || !cell || cell === this.cellOf(unit) || this.at(cell) || this.frame.board.view.zoom > 1.01) return;
    this.choose(unit);
    this.setCell(unit, cell);
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
    return (row && this.field(row, name)?.value) ?? ""; // not every game has every field
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
    const was = name === gauge ? { ap, mp }[name] : this.more.units[unit].gauges[gauge];
    return [was, this.typed(unit, name) === "" ? was : Number(this.typed(unit, name))];
  }

  numbersOf(unit) {
    return NUMBERS.filter((name) => hasNumber(name, this.base.units[unit], this.more.units[unit].gauges));
  }

  /** Writes values into the row of the figure; an empty one stays as it was. */
  set(unit, values) {
    const row = this.row(unit) ?? this.row("");
    if (!row) return void (this.place("changes").textContent = this.words.full);
    this.field(row, "unit").value = unit;
    for (const [name, value] of Object.entries(values)) this.field(row, name).value = value;
    if (SET.every((each) => !this.field(row, each)?.value)) this.field(row, "unit").value = "";
    this.draw();
  }

  setNumber(unit, name, value, was) {
    this.set(unit, { [name]: value === was ? "" : value });
  }

  setCell(unit, cell) {
    this.set(unit, { cell: cell === this.base.units[unit].cell ? "" : cell ?? NOWHERE });
  }

  change(unit, name, by) {
    const { hp, injuries } = this.base.units[unit];
    const [was, now] = this.numbers(unit, name);
    const isMarker = name.endsWith("_markers");
    const next = Math.min(name === "hp" ? hp : MOST, Math.max(isMarker ? -MOST : 0, now + by));
    if (name === "hp") this.setNumber(unit, "injuries", hp - next, injuries);
    else this.setNumber(unit, name, next, was);
  }

  stocks() {
    const sides = Object.keys(this.base.glory).flatMap((side) => ["glory", "kamas"].map((kind) => ({
      field: this.form.elements[`has-${kind}_${side}`], was: this.base[kind][side], label: this.owned[side][kind],
    })));
    return [...sides, { field: this.form.elements["has-wild"], was: Number(this.base.wild), label: this.words.wild }].filter(({ field, was }) => field && was !== undefined);
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
    else if ("amendOut" in button.dataset) this.setCell(this.chosen, null);
    else if ("amendMarker" in button.dataset) this.takeMarker(button.dataset.amendMarker);
    else if ("amendBring" in button.dataset) this.beginToBring();
    else if ("amendClear" in button.dataset) this.clear();
  }

  changeStock({ field, was }, by) {
    const next = Math.min(MOST, Math.max(0, Number(field.value === "" ? was : field.value) + by));
    field.value = next === was ? "" : next;
    this.draw();
  }

  /** A choice in the panel of the figure: a marker and who placed it, or a power. */
  selected({ dataset, value }) {
    if ("amendPower" in dataset) this.set(this.chosen, { lost_power: value });
    if (!("amendPlace" in dataset)) return;
    const [marker, by] = [...this.place("figure").querySelectorAll("[data-amend-place]")].map((field) => field.value);
    if (marker && by) this.set(this.chosen, { marker, marker_by: by });
  }

  /** The marker that is placed on the figure, or taken from it, and by whom. */
  typedMarker(unit) {
    return { marker: this.typed(unit, "marker"), by: this.typed(unit, "marker_by") };
  }

  takeMarker(marker) {
    const typed = this.typedMarker(this.chosen);
    const isTaken = typed.marker === marker && typed.by === NOWHERE;
    this.set(this.chosen, isTaken ? { marker: "", marker_by: "" } : { marker, marker_by: NOWHERE });
  }

  beginToBring() {
    const summon = this.element.querySelector("[data-amend-summons]").value;
    this.bringing = { by: this.chosen, summon };
    this.place("hint").textContent = fill(this.words.bringTo, { summon: this.more.units[this.chosen].summons[summon] });
  }

  bring(cell) {
    const row = this.summonRows.find((each) => this.field(each, "by").value === "");
    if (!row) return void (this.place("changes").textContent = this.words.full);
    for (const [name, value] of Object.entries({ ...this.bringing, cell })) this.field(row, name).value = value;
    this.choose(this.chosen);
  }

  clear() {
    [...this.rows, ...this.summonRows].flatMap((row) => [...row.querySelectorAll("input, select")]).forEach((field) => (field.value = ""));
    this.stocks().forEach(({ field }) => (field.value = ""));
    this.choose(this.chosen);
  }

  // -- drawing -------------------------------------------------------------------------------------------------------

  choose(unit) {
    this.chosen = unit;
    this.bringing = null;
    const panel = this.place("figure");
    if (!unit) panel.replaceChildren(html("p", { class: "help flush" }, this.words.choose));
    else {
      panel.replaceChildren(html("p", { class: "strong flush" }, this.base.units[unit].name),
        ...this.numbersOf(unit).map((name) => stepper(this.words, this.words[name], { "data-amend-number": name })),
        ...markersOf(this.words, this.more, this.more.units[unit], this.typedMarker(unit), this.base.units),
        ...powersOf(this.words, this.more.units[unit].powers, this.typed(unit, "lost_power")),
        ...summonsOf(this.words, this.more.units[unit].summons),
        html("button", { class: "button button-small", type: "button", "data-amend-out": "" }, this.words.takeOut));
    }
    this.draw();
  }

  drawStocks() {
    this.place("stocks").replaceChildren(...this.stocks().map(({ label }, index) => stepper(this.words, label, { "data-amend-stock": index })));
  }

  draw() {
    const units = Object.fromEntries(Object.entries(this.base.units).map(([name, unit]) => [name, { ...unit, cell: this.cellOf(name), injuries: Number(this.typed(name, "injuries") || unit.injuries) }]));
    this.frame.show({ ...this.base, units: { ...units, ...this.drawnSummons() }, active: this.chosen });
    this.write(this.place("figure"), this.chosen ? this.numbersOf(this.chosen).map((name) => this.numbers(this.chosen, name)) : []);
    this.write(this.place("stocks"), this.stocks().map(({ field, was }) => [was, field.value === "" ? was : Number(field.value)]));
    const changes = this.changes();
    renewLines(this.place("changes"), changes.length ? changes : [this.words.nothing]);
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
    const ofPieces = Object.entries(base.units).filter(([unit]) => this.row(unit)).flatMap(([unit, { name }]) => this.othersOf(unit, name));
    const ofPlayers = this.stocks().filter(({ field, was }) => field.value !== "" && Number(field.value) !== was);
    return [...ofUnits, ...ofPieces, ...this.summoned(), ...ofPlayers.map(({ label, was, field }) => fill(words.stock, { label, was, now: field.value }))];
  }

  othersOf(unit, name) {
    const { marker, by } = this.typedMarker(unit);
    const power = this.typed(unit, "lost_power");
    const { units } = this.base;
    const placed = by === NOWHERE ? fill(this.words.takeMarker, { marker }) : fill(this.words.markerBy, { marker, unit: units[by]?.name ?? by });
    const lost = power === ALL_POWERS ? this.words.allPowers : this.more.units[unit].powers[power] ?? power;
    return [...(marker ? [`${name}, ${placed}`] : []), ...(power ? [`${name}, ${this.words.lostPower}: ${lost}`] : [])];
  }

  /** The summons that are brought, each with the figure that summons it. */
  summons() {
    return this.summonRows.map((row) => ["by", "summon", "cell"].map((name) => this.field(row, name).value)).filter(([by]) => by in this.base.units)
      .map(([by, summon, cell]) => ({ by, cell, name: this.more.units[by].summons[summon] ?? summon }));
  }

  summoned() {
    return this.summons().map(({ by, cell, name }) => fill(this.words.brought, { unit: this.base.units[by].name, summon: name, cell }));
  }

  drawnSummons() {
    const blank = { level: 0, hp: null, injuries: 0, mp: null, ap: null, portrait: null, markers: [], rewards: [], summon: true };
    return Object.fromEntries(this.summons().map(({ by, cell, name }, index) => [`summon-${index}`, { ...blank, name, initial: name[0], side: this.base.units[by].side, cell }]));
  }
}

onEachPage((root) => inside(root, "[data-amend]").forEach((element) => new Amending(element)));
