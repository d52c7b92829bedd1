// What a tap on the board means, and what the page shows of the state that the rules answer with.
import { fill } from "../board/svg.js";

export class Table {
  constructor(parts) {
    Object.assign(this, parts, { state: null, picking: null });
  }

  show(state) {
    this.state = state;
    this.picking = null;
    this.scene.show(state.position);
    this.strip.show(state.position, state.position.active);
    this.favors.show(state);
    this.offers.show(state);
    this.say(state.prompt);
    this.endTurn.disabled = !state.can.mayEnd;
    this.undoCount.textContent = state.undo > 1 ? fill(this.words.undoMany, { n: state.undo }) : this.words.undoOne;
  }

  say(sentence) {
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
    if (!this.state) return;
    if (this.picking) {
      this.picking(cell);
      return;
    }
    if (await this.offers.cell(cell)) return;
    const { can } = this.state;
    const unit = this.unitOn(cell);
    if (can.activate?.includes(unit)) this.enter({ do: "activate", unit }, fill(this.words.plays, { unit: this.unitName(unit) }));
    else if (can.walks?.includes(cell) || (this.offers.isCut && !unit)) this.enter({ do: "move", to: cell }, `→ ${cell}`);
    else this.explain(cell);
  }

  /** Why nothing can be done there. */
  async explain(cell) {
    const answer = await this.link.why(cell).catch(() => null);
    this.say(answer ?? this.state.prompt);
  }

  /** A choice of cells is made on the board. */
  pickCell(said, options) {
    this.say(said);
    this.scene.board.light({ choice: options });
    return new Promise((resolve) => {
      this.picking = (cell) => {
        if (!options.includes(cell)) return;
        this.picking = null;
        resolve(cell);
      };
    });
  }
}
