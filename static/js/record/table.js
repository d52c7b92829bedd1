// What happens between a tap and the server: the board shows it at once, and follows what the server then says.
import { fill, html } from "../board/svg.js";
import { cardOf } from "./card.js";
import { withTold } from "./declare.js";
import { Picking } from "./picking.js";
import { longPress } from "./press.js";
import { layOut, putAway } from "./sheet.js";
import { meaning, walkActions, walkedTo } from "./tapping.js";

const sideToPlace = ({ offers }) => offers.find((offer) => offer.do === "place" && !offer.why)?.action.unit;

export class Table {
  constructor(parts) {
    Object.assign(this, parts, { state: null, walked: null, placesFor: new Set() });
    this.picking = new Picking(this.scene.board, (sentence) => this.say(sentence));
    longPress(this.scene.board.element, "[data-cell]", (cell) => this.showCard(this.unitOn(cell.dataset.cell)));
    longPress(this.timeline.place, "[data-figure]", (button) => this.showCard(button.dataset.figure));
  }

  show(state) {
    this.state = state;
    if (this.walked && !this.walked.sent && this.walked.version === state.version) return; // its walk is on its way
    if (this.walked && !this.walked.sent) this.walked.sent = state.version;
    else if (this.walked && this.walked.sent !== state.version) this.walked = null;
    this.scene.show(state.position);
    this.draw();
  }

  draw() {
    const { state } = this;
    if (!state) return;
    const { position, taps } = state;
    const isMine = this.sides.records(this.turnOf(state));
    this.strip.show(position, taps?.actor);
    this.timeline.show(position, { side: this.turnOf(state), can: Object.values(taps?.activate ?? {}), actor: taps?.actor });
    this.offers.show(state);
    this.hand.show(state, isMine, this.offers.struck());
    this.likely?.show(state, isMine);
    this.isDue = this.due(state, isMine);
    this.say(this.isDue);
    this.place("take-over").hidden = isMine;
    this.place("offers").inert = !isMine;
    this.place("end-turn").disabled = !isMine;
    this.place("end-turn").classList.toggle("bar-main", position.turn > 0); // before the fight no turn is due
    this.place("undo-count").textContent = state.undo > 1 ? fill(this.words.undoMany, { n: state.undo }) : this.words.undoOne;
  }

  /** Whose turn it is, or whose figure is placed next. */
  turnOf(state) {
    const placed = state.position.turn ? null : state.position.units[sideToPlace(state)];
    return placed?.side ?? state.position.player;
  }

  /** Whether the player of this side sits at the table with a device of their own, and has not left placing to this one. */
  isApart(side) {
    return this.apart.has(side) && !this.placesFor.has(side);
  }

  /** What is to be done, or who does it on another device. */
  due(state, isMine) {
    const { words, names } = this;
    if (!isMine) return fill(words.notMine, { player: names[this.turnOf(state)] });
    const unit = state.position.turn ? null : state.position.units[sideToPlace(state)];
    return unit && this.isApart(unit.side) ? fill(words.placesThere, { player: names[unit.side], unit: unit.name }) : state.prompt;
  }

  /** Why not is read out each time; what is due once, not with every answer. */
  say(sentence) {
    if (this.prompt.textContent === sentence && sentence === this.isDue) return;
    this.prompt.textContent = sentence;
  }

  /** The figure that is active or next. */
  get acting() {
    return this.state?.position.active ?? this.state?.taps?.actor;
  }

  unitOn(cell) {
    return Object.entries(this.state?.position.units ?? {}).find(([, unit]) => unit.cell === cell)?.[0];
  }

  tap(cell) {
    if (!this.state) return;
    if (this.picking.takes(cell)) return;
    const { taps, position } = this.state;
    if (!this.sides.records(this.turnOf(this.state))) return;
    const what = meaning(cell, { taps, position, chosen: this.offers.chosen, walked: this.walked });
    if (what.kind === "nothing") this.explain(cell);
    else this[`on_${what.kind}`](what, cell);
  }

  on_offer(_what, cell) {
    const { chosen } = this.offers;
    const side = chosen.do === "place" && this.state.position.units[chosen.action.unit].side;
    return side && this.isApart(side) ? this.placeForAnother(side, chosen, cell) : this.takeOffer(cell);
  }

  /** Asked once; they may have placed it themselves meanwhile. */
  async placeForAnother(side, chosen, cell) {
    const { words } = this;
    const isSure = await this.apart.does(side, [words.placeFor, words.placeThem]);
    if (isSure) this.placesFor.add(side);
    if (isSure && this.offers.chosen === chosen) this.takeOffer(cell);
    else this.draw();
  }

  takeOffer(cell) {
    const cast = this.offers.chosen.do === "cast" && this.state.taps?.casts[cell]?.find(({ spell }) => spell === this.offers.chosen.action.spell);
    if (cast?.forecast) {
      this.hand.aim(cell, [cast]);
      return;
    }
    const placed = this.offers.chosen.action?.unit;
    if (placed) this.scene.show(this.with(placed, { cell }));
    this.offers.cell(cell);
  }

  /** The position with something changed on one figure: what the board shows until the server answers. */
  with(id, change) {
    const { position } = this.state;
    return { ...position, units: { ...position.units, [id]: { ...position.units[id], ...change } } };
  }

  on_reason(_what, cell) {
    const why = this.aim.explain(cell);
    if (why) this.say(why);
    else this.explain(cell);
  }

  on_away() {
    this.offers.choose(this.offers.chosen);
  }

  on_activate({ unit }) {
    this.start(unit);
  }

  on_casts({ casts }, cell) {
    this.hand.aim(cell, casts);
  }

  on_walk({ ways }, cell) {
    this.walk(cell, ways, 0, false);
  }

  on_again(_what, cell) {
    const { ways, number, first, from } = this.walked;
    this.walk(cell, ways, (number + 1) % ways.length, true, { first, from });
  }

  /** The cheapest way first. The board shows it before the server has it. */
  walk(to, ways, number, replaces, before = { first: this.state.taps.first, from: this.state }) {
    const { first, from } = before;
    this.walked = { to, ways, number, first, from, sent: null, version: this.state.version };
    const way = ways[number];
    this.scene.show(walkedTo(from, way));
    this.scene.board.light({ from: [from.position.units[from.taps.actor].cell], choice: way.cells });
    if (ways.length > 1) this.say(fill(this.words.walked, { cell: to }));
    this.link.enter({ actions: walkActions(first, way), ...(replaces ? { replaces } : {}), said: fill(this.words.walksTo, { unit: from.position.units[from.taps.actor].name, cell: to }) });
  }

  otherWay(entry) {
    return entry.actions && this.walked && !this.walked.sent && this.walked.ways.length > 1;
  }

  goAnotherWay(entry) {
    const { to, ways, number, first, from } = this.walked;
    this.link.drop(entry);
    this.walk(to, ways, (number + 1) % ways.length, Boolean(entry.replaces), { first, from });
  }

  /** An entry that is given up: the board goes back to what stands. */
  drop(entry) {
    this.link.drop(entry);
    this.walked = null;
    if (this.state) this.show(this.state);
  }

  /** A tap on a figure in its place in the timeline. */
  figure(id) {
    const { state } = this;
    if (!state || !this.sides.records(this.turnOf(state))) return;
    const placing = state.offers.find((offer) => offer.do === "place" && !offer.why && offer.action.unit === id);
    if (placing) this.offers.choose(placing);
    else if (Object.values(state.taps?.activate ?? {}).includes(id)) this.start(id);
    else if (state.position.units[id]?.cell) this.explain(state.position.units[id].cell);
  }

  /** Its turn begins. Who comes before it in the timeline would not act in this round: that is asked first. */
  async start(id) {
    const waiting = Object.values(this.state.taps.activate);
    if (await this.skips(waiting.slice(0, waiting.indexOf(id)), this.words.skips, { unit: this.state.position.units[id].name })) this.begin(id);
  }

  /** The end of the turn; those who could still act are named first, where the rules are at hand to say who. */
  async endTurn() {
    const waiting = this.offers.isCut ? [] : Object.values(this.state?.taps?.activate ?? {});
    if (await this.skips(waiting, this.words.skipsAtEnd)) this.hand.endTurn();
  }

  /** Whether these figures may be passed over: asked if there are any. */
  skips(figures, question, about = {}) {
    const { words } = this;
    const named = figures.map((each) => this.state.position.units[each].name).join(", ");
    return !figures.length || this.choose(fill(question, { ...about, figures: named }), [[words.putAway, false, "button-primary"], [words.skipThem, true, ""]]);
  }

  /** Its turn begins; who comes before it in the timeline is passed. */
  begin(id) {
    this.scene.show({ ...this.state.position, active: id });
    this.enter([{ do: "activate", unit: id }], this.state.position.units[id].name);
  }

  enter(actions, said, more = {}) {
    this.link.enter({ ...(actions.length > 1 ? { actions } : { action: actions[0] }), said, ...more });
  }

  /** From the offers: a spell aimed by its name, or anything that needs no target. */
  cast(action, said) {
    this.enter(action.do === "cast" ? [...(this.state.taps?.first ?? []), action] : [action], said);
  }

  /** From the spells that reach a cell, or after the walk of a likely action. */
  async castAt(action, said, cast) {
    if (cast.before) return this.enter([...cast.before, action], said);
    if (!cast.declare) return this.cast(action, said);
    const told = await this.offers.onDeclare({ offer: { label: cast.label, action }, target: action.target, units: this.state.position.units });
    return told ? this.cast(withTold(action, told), said) : undefined;
  }

  /** The reach of the spell that is looked at. */
  look({ spell }) {
    const offer = this.state.offers.find((each) => each.do === "cast" && each.action?.spell === spell);
    if (offer?.reach) this.aim.show(offer.label, offer.reach, this.state.position);
  }

  /** Why nothing can be done there. */
  async explain(cell) {
    if (this.offers.isCut && !this.unitOn(cell)) {
      this.link.enter({ action: { do: "move", to: cell }, said: fill(this.words.walksTo, { unit: this.state.position.units[this.acting]?.name ?? "", cell }) });
      return;
    }
    try {
      this.say((await this.link.why(cell)) ?? this.state.prompt);
    } catch {
      this.say(this.state.prompt);
    }
  }

  pickCell(said, options) {
    return this.picking.pick(said, options);
  }

  showCard(id) {
    const unit = this.state?.position.units[id];
    if (!unit) return;
    const away = html("button", { type: "button", class: "close-hand", "aria-label": this.words.seen }, "×");
    away.addEventListener("click", () => putAway(this.sheet));
    layOut(this.sheet, cardOf(unit, this.cards[id], this.state.position, this.words, away));
    this.sheet.append(this.copying.controls(id) ?? "");
  }
}
