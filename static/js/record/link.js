// The connection to the server: entries go out one after the other. Each stays in the queue until the server has it, or until
// somebody at the table decides about it.
import { ask } from "./ask.js";
import { Queue } from "./queue.js";

const RETRY = 4000;
const SHORT_PATIENCE = 5000; // where this device can go on by itself
const SLOW = 600; // an answer that takes longer is not waited for: what was entered is played here meanwhile

/** What was asked for in an entry: in the action, or in that step of a walk. */
export const filledIn = ({ actions }, filled, step) => (actions ? { actions: actions.map((each, i) => (i === step ? filled : each)) } : { action: filled });

/** An entry with what was asked for on the way; of a walk that was stopped, as far as it went. */
const filled = (entry, actions) => (entry.actions ? { actions } : entry.action ? { action: actions[0] } : {});

const content = ({ action, actions, asPlayed }) => JSON.stringify([action, actions, asPlayed]);

const secondsSince = (at) => Math.max(0, Math.round((Date.now() - at) / 1000)) || 0;

export class Link {
  /** `on`: {state, ask, refused, conflict, settled, checked, line} are called with what comes back. */
  constructor({ addresses, key, person, state = null, local = null }, on) {
    Object.assign(this, { addresses, on, local, opened: state, standing: "open", sending: false, isSlow: false, playing: false, held: null, met: null });
    this.queue = new Queue(key, () => this.changed(), person);
    window.addEventListener("online", () => this.lookAgain());
  }

  /** What an earlier page left is sent as made on the position of that page: what came since is asked about. */
  async start() {
    this.queue.gather();
    this.resume();
    if (this.opened && !this.isKnown && !this.queue.first) this.learn(this.opened);
    await this.refresh();
    if (this.isKnown) this.goBack();
    this.pump();
  }

  /** To the position on which the first waiting entry was made. */
  goBack() {
    if (this.queue.first?.madeOn) Object.assign(this, this.queue.first.madeOn, { tag: null });
  }

  /** After a reload without a line: the game is where it was. */
  resume() {
    const base = this.local?.base;
    if (!base || this.isKnown || base.version < this.opened?.version || (base.version === this.opened?.version && !this.queue.first)) return;
    Object.assign(this, { version: base.version, closed: base.closed, actions: base.log.actions.length });
    this.on.state(this.local.shown);
  }

  /** Another tab may have left entries, another device may have written. */
  lookAgain() {
    if (!this.isKnown) return this.start();
    this.queue.gather();
    if (this.isMet) return this.meetIfChanged();
    return this.queue.first ? this.pump() : this.refresh();
  }

  get isKnown() {
    return this.version !== undefined;
  }

  /** `entry`: {action, asPlayed?, said}, {note, said} or {copied, said}; `said` is how it reads while it waits. */
  enter(entry) {
    const madeOn = this.isKnown ? { version: this.version, actions: this.actions } : null;
    const made = { ...entry, madeOn, unchecked: this.standing !== "open" && !this.playsAlone };
    if (this.queue.repeats(made)) return;
    this.queue.add(made);
    this.goOn();
  }

  /** It goes again: with the dice that were asked for, or as it was played. */
  complete(entry, more = {}) {
    this.held = null;
    this.queue.change(entry.id, more);
    this.goOn();
  }

  drop(entry) {
    this.queue.remove(entry.id);
    this.goOn();
  }

  /** No line, or a slow one, and the rules are on this device. */
  get playsAlone() {
    return (this.standing === "cut" || this.isSlow) && Boolean(this.local?.isReady);
  }

  /** The rules have just arrived here, or have stopped to answer. */
  readyAlone() {
    this.tell();
    if (this.playsAlone) this.playAlone();
  }

  goOn() {
    return this.playsAlone ? this.playAlone() : this.pump();
  }

  /** What waits for the server is played here; the dice that it took are then part of it. */
  async playAlone() {
    if (this.playing || this.held) return;
    this.playing = true;
    try {
      do await this.playWaiting();
      while (this.playsAlone && !this.held && this.local.playable(this.queue.entries).some(({ id }) => !this.local.has(id)));
    } catch {
      this.local.engine.stop();
    } finally {
      this.playing = false;
    }
    this.tell();
    this.tryLater();
  }

  async playWaiting() {
    const answer = await this.local.play(this.local.playable(this.queue.entries));
    if (!answer) return;
    for (const [entry, actions] of answer.played) this.queue.change(entry.id, { played: true, ...(entry.asPlayed ? {} : filled(entry, actions)) });
    this.on.state(answer.state);
    if (answer.stopped) this.on.stopped?.(answer.stopped);
    if (answer.stop) this.decide(answer.stop.entry, answer.stop.kind, answer.stop.said);
  }

  changed() {
    if (this.held && !this.queue.has(this.held)) {
      this.held = null;
      this.on.settled();
    }
    this.tell();
  }

  tell() {
    const { entries, authors, isFull } = this.queue;
    this.on.line({ waiting: entries, standing: this.standing, isAsking: this.held !== null, playsAlone: this.playsAlone && !this.isSlow, authors, isFull });
  }

  async refresh() {
    const { kind, said } = await this.ask(this.addresses.state, null, this.tag);
    if (kind === "taken") this.learn(said);
  }

  /** The last entry that stands is taken back; says whether it was, and else why not. On a position that has changed it only shows that one. */
  async takeBack() {
    const { met } = this;
    this.met = null; // what is taken back here is no news
    const { kind, said } = await this.ask(this.addresses.undo, { version: this.version, by: this.queue.person.id });
    if (kind === "taken") this.learn(said);
    else if (said?.state) this.learn(said.state);
    if (kind !== "taken") this.met = met;
    return { isTaken: kind === "taken", why: kind === "refused" && !said.state ? said.detail : "" };
  }

  /** What is shown already is left alone: somebody may be choosing a target on it. An answer that was overtaken is too. */
  learn(state) {
    const copied = JSON.stringify(state.copied); // a copied spell is no action: the version stays
    if (state.version < this.version) return;
    this.tag = state.tag;
    if (state.version === this.version && state.closed === this.closed && copied === this.copied) return;
    Object.assign(this, { version: state.version, closed: state.closed, actions: state.actions, copied });
    if (this.local?.learn(state)) this.playedOnAnother();
    if (!this.local?.steps.length) this.on.state(state);
  }

  async pump() {
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.isKnown && this.queue.first && !this.held && (await this.send(this.queue.first)));
    } finally {
      this.sending = false;
    }
    if (this.playsAlone) this.playAlone();
  }

  /** Says whether the next may follow. It says how long it waited, not when it was made: this device's clock may be wrong. */
  async send(entry) {
    const address = entry.copied ? this.addresses.copy : entry.note === undefined ? this.addresses.enter : this.addresses.note;
    const before = content(entry);
    const { kind, said } = await this.orPlayed(this.ask(address, { by: this.queue.person.id, ...entry, version: this.version, waited: secondsSince(entry.at) }));
    if (kind === "taken" && !said.ask) this.arrived(entry, said);
    else if (said && this.queue.has(entry.id)) {
      if (this.held === entry.id || content(entry) !== before) return true; // asked about on this device meanwhile: it goes again as it is now
      await this.rejoin(said);
      this.decide(entry, kind, said);
    }
    return Boolean(said);
  }

  /** The answer; where it takes its time, what waits is played here meanwhile. */
  async orPlayed(answer) {
    const late = setTimeout(() => {
      this.isSlow = true;
      if (this.playsAlone) this.playAlone();
    }, SLOW);
    const given = await answer;
    clearTimeout(late);
    this.isSlow = false;
    return given;
  }

  arrived(entry, table) {
    this.queue.remove(entry.id);
    this.learn(table);
    const next = this.queue.first;
    if (next?.played) this.queue.change(next.id, { madeOn: { version: this.version, actions: this.actions } });
    if (table.stopped) this.on.stopped?.(table.stopped);
    const last = table.actions - 1;
    if ((entry.action || entry.actions) && (entry.unchecked || entry.asPlayed)) this.on.checked(entry, table.findings.filter(({ action }) => action === last));
  }

  /** The waiting entries were played on a position that the server does not have: it says what came in between, and asks. */
  playedOnAnother() {
    this.noLongerPlayed();
    this.goBack();
  }

  noLongerPlayed() {
    this.queue.entries.filter(({ played }) => played).forEach(({ id }) => this.queue.change(id, { played: false, unchecked: true }));
  }

  /** The server sees an entry differently from this device: from here on its word alone counts. */
  async rejoin({ code }) {
    if (!this.local?.steps.length) return;
    this.local.forget();
    this.noLongerPlayed();
    const { kind, said } = code === "stale" ? {} : await this.ask(this.addresses.state);
    if (kind === "taken") this.on.state(said);
  }

  /** Somebody at the table has to say how it goes on with this entry. */
  decide(entry, kind, said) {
    this.held = entry.id;
    this.met = null;
    this.tell();
    if (kind === "taken") this.on.ask(entry, said);
    else if (said.code === "stale") this.meet(entry, said);
    else this.on.refused(entry, said);
  }

  /** `kept`: why what stands last cannot be taken back here. */
  meet(entry, { state, why, kept }) {
    const { version, actions } = this;
    this.met = { version, actions };
    this.learn(state);
    this.on.conflict(entry, { theirs: state.entries.filter(({ index }) => index >= actions), why, kept });
  }

  /** Somebody at this table reads of two entries that met. */
  get isMet() {
    return Boolean(this.held && this.met);
  }

  /** The others go on meanwhile: then it is asked about the game as it stands now. */
  async meetIfChanged() {
    const { version } = this;
    await this.refresh();
    if (this.isMet && this.version !== version) await this.meetAgain();
  }

  async meetAgain() {
    Object.assign(this, this.met, { held: null, met: null, tag: null });
    this.on.settled();
    await this.pump();
  }

  async ask(address, sent, tag) {
    const answer = await ask(address, sent, { patience: this.local?.isReady ? SHORT_PATIENCE : undefined, tag });
    this.stand({ unheard: "cut", shut: "shut" }[answer.kind] ?? "open");
    return answer;
  }

  /** Why nothing can be done on a cell. */
  async why(cell) {
    if (this.playsAlone) return (await this.local.why(cell)).why;
    const answer = await fetch(`${this.addresses.why}?cell=${cell}`, { headers: { Accept: "application/json" } });
    return (await answer.json()).why;
  }

  stand(standing) {
    const changed = this.standing !== standing;
    this.standing = standing;
    if (standing === "shut") this.local?.discard();
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
