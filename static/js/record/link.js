// The connection to the server: entries go out one after the other. Each stays in the queue until the server has it, or until
// somebody at the table decides about it.
import { ask } from "./ask.js";
import { Queue } from "./queue.js";

const RETRY = 4000;

export class Link {
  /** `on`: {state, ask, refused, conflict, settled, checked, line} are called with what comes back. */
  constructor({ addresses, key, state = null }, on) {
    Object.assign(this, { addresses, on, opened: state, standing: "open", sending: false, held: null });
    this.queue = new Queue(key, () => this.changed());
    window.addEventListener("online", () => this.lookAgain());
  }

  /** What an earlier page left is sent as made on the position of that page: what came since is asked about. */
  async start() {
    this.queue.gather();
    if (this.opened && !this.isKnown && !this.queue.first) this.learn(this.opened);
    await this.refresh();
    if (this.isKnown && this.queue.first?.madeOn) Object.assign(this, this.queue.first.madeOn);
    this.pump();
  }

  /** Another tab may have left entries, another device may have written. */
  lookAgain() {
    if (!this.isKnown) return this.start();
    this.queue.gather();
    return this.queue.first ? this.pump() : this.refresh();
  }

  get isKnown() {
    return this.version !== undefined;
  }

  /** `entry`: {action, asPlayed?, said}, {note, said} or {copied, said}; `said` is how it reads while it waits. */
  enter(entry) {
    const madeOn = this.isKnown ? { version: this.version, actions: this.actions } : null;
    const made = { ...entry, madeOn, unchecked: this.standing !== "open" };
    if (this.queue.repeats(made)) return;
    this.queue.add(made);
    this.pump();
  }

  /** It goes again: with the dice that were asked for, or as it was played. */
  complete(entry, more = {}) {
    this.held = null;
    this.queue.change(entry.id, more);
    this.pump();
  }

  drop(entry) {
    this.queue.remove(entry.id);
    this.pump();
  }

  changed() {
    if (this.held && !this.queue.has(this.held)) {
      this.held = null;
      this.on.settled();
    }
    this.tell();
  }

  tell() {
    this.on.line({ waiting: this.queue.entries, standing: this.standing, isAsking: this.held !== null });
  }

  async refresh() {
    const { kind, said } = await this.ask(this.addresses.state);
    if (kind === "taken") this.learn(said);
  }

  /** The last entry that stands is taken back; says whether it was. On a position that has changed it only shows that one. */
  async takeBack() {
    const { kind, said } = await this.ask(this.addresses.undo, { version: this.version });
    if (kind === "taken") this.learn(said);
    else if (said?.state) this.learn(said.state);
    return kind === "taken";
  }

  /** What is shown already is left alone: somebody may be choosing a target on it. An answer that was overtaken is too. */
  learn(state) {
    const copied = JSON.stringify(state.copied); // a copied spell is no action: the version stays
    if (state.version < this.version || (state.version === this.version && state.closed === this.closed && copied === this.copied)) return;
    Object.assign(this, { version: state.version, closed: state.closed, actions: state.actions, copied });
    this.on.state(state);
  }

  async pump() {
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.isKnown && this.queue.first && !this.held && (await this.send(this.queue.first)));
    } finally {
      this.sending = false;
    }
  }

  /** Says whether the next may follow. */
  async send(entry) {
    const address = entry.copied ? this.addresses.copy : entry.note === undefined ? this.addresses.enter : this.addresses.note;
    const { kind, said } = await this.ask(address, { ...entry, version: this.version });
    if (kind === "taken" && !said.ask) this.arrived(entry, said);
    else if (said && this.queue.has(entry.id)) this.decide(entry, kind, said);
    return Boolean(said);
  }

  arrived(entry, table) {
    this.queue.remove(entry.id);
    this.learn(table);
    if (table.stopped) this.on.stopped?.(table.stopped);
    const last = table.actions - 1;
    if ((entry.action || entry.actions) && (entry.unchecked || entry.asPlayed)) this.on.checked(entry, table.findings.filter(({ action }) => action === last));
  }

  /** Somebody at the table has to say how it goes on with this entry. */
  decide(entry, kind, said) {
    this.held = entry.id;
    this.tell();
    if (kind === "taken") this.on.ask(entry, said);
    else if (said.code === "stale") this.meet(entry, said);
    else this.on.refused(entry, said);
  }

  meet(entry, { state, why }) {
    const since = this.actions;
    this.learn(state);
    this.on.conflict(entry, { theirs: state.entries.filter(({ index }) => index >= since), why });
  }

  async ask(address, sent) {
    const answer = await ask(address, sent);
    this.stand({ unheard: "cut", shut: "shut" }[answer.kind] ?? "open");
    return answer;
  }

  stand(standing) {
    const changed = this.standing !== standing;
    this.standing = standing;
    if (changed) this.tell();
    if (standing !== "open") this.tryLater();
  }

  tryLater() {
    this.retry ??= setTimeout(() => {
      this.retry = null;
      this.lookAgain();
    }, RETRY);
  }
}
