// What a tap on the board means, and what the page shows of the state that the rules answer with.
import { fill } from "../board/svg.js";
import { Picking } from "../record/picking.js";

export class Table {
  constructor(parts) {
    Object.assign(this, parts, { state: null });
    this.picking = new Picking(this.scene.board, (sentence) => this.say(sentence));
  }

  show(state) {
    this.state = state;
    this.picking.end();
    this.scene.show(state.position);
    this.draw();
  }

  draw() {
    const { state } = this;
    if (!state) return;
    const isMine = this.sides.records(this.turnOf(state));
    this.strip.show(state.position, state.position.active);
    this.favors.show(state);
    this.offers.show(state);
    this.due = isMine ? state.prompt : fill(this.words.notMine, { player: this.names[this.turnOf(state)] });
    this.say(this.due);
    this.place("take-over").hidden = isMine;
    this.place("offers").inert = !isMine;
    this.endTurn.disabled = !(isMine && state.can.mayEnd);
    this.undoCount.textContent = state.undo > 1 ? fill(this.words.undoMany, { n: state.undo }) : this.words.undoOne;
  }

  /** Whose turn it is, or whose figure is placed next. */
  turnOf({ can, position }) {
    return position.units[can.place?.[0]?.unit]?.side ?? position.player;
  }

  /** Why not is read out each time; what is due once, not with every answer. */
  say(sentence) {
    if (this.prompt.textContent === sentence && sentence === this.due) return;
    this.prompt.textContent = sentence;
  }

  unitName(id) {
    return this.state?.position.units[id]?.name ?? id ?? "";
  }

  unitOn(cell) {
    return Object.entries(this.state?.position.units ?? {}).find(([, unit]) => unit.cell === cell)?.[0];
  }

  enter(action, said) {
    this.link.enter({ action, said });
  }

  /** An entry that is given up: the board goes back to what stands. */
  drop(entry) {
    this.link.drop(entry);
    if (this.state) this.show(this.state);
  }

  async tap(cell) {
    if (!this.state || this.picking.takes(cell) || !this.sides.records(this.turnOf(this.state))) return;
    if (await this.offers.cell(cell)) return;
    const unit = this.unitOn(cell);
    const steps = this.stepsTo(cell, unit);
    if (this.state.can.activate?.includes(unit)) this.enter({ do: "activate", unit }, fill(this.words.plays, { unit: this.unitName(unit) }));
    else if (steps) this.walk(cell, steps);
    else this.explain(cell);
  }

  /** Without the rules nobody knows whether a free cell is reached: they are asked later. */
  stepsTo(cell, unit) {
    return this.state.can.walks?.[cell] ?? (this.offers.isCut && !unit ? [cell] : null);
  }

  /** Step by step as one entry: it ends where a dodge roll fails. */
  walk(cell, steps) {
    const actions = steps.map((to) => ({ do: "move", to }));
    this.link.enter({ ...(actions.length > 1 ? { actions } : { action: actions[0] }), said: fill(this.words.walksTo, { unit: this.unitName(this.state.position.active), cell }) });
  }

  /** Why nothing can be done there. */
  async explain(cell) {
    const answer = await this.link.why(cell).catch(() => null);
    this.say(answer ?? this.state.prompt);
  }

  pickCell(said, options) {
    return this.picking.pick(said, options);
  }
}
