// Who sits at the table with a device of their own: what is theirs to do is asked about before this one does it.
import { fill } from "../board/svg.js";

export class Apart {
  /** `own`: the sides that this device speaks for; none: it is no player's. `choose(title, options)` asks. */
  constructor({ own, names, words, choose }) {
    Object.assign(this, { own, names, words, choose, joined: [] });
  }

  /** What is played on the device does not say it. */
  show({ joined = this.joined }) {
    this.joined = joined;
  }

  has(side) {
    return this.own.length > 0 && !this.own.includes(side) && this.joined.includes(side);
  }

  get said() {
    return this.joined.filter((side) => this.has(side)).map((side) => fill(this.words.theirDevice, { player: this.names[side] }));
  }

  /** Whether this device does what is due of that side; `labels`: the question, and the answer that says so. */
  does(side, [question, yes]) {
    const { words } = this;
    const about = { player: this.names[side] };
    return !this.has(side) || this.choose(`${fill(words.theirDevice, about)} ${fill(question, about)}`, [[fill(words.waitFor, about), false, "button-primary"], [yes, true, ""]]);
  }
}
