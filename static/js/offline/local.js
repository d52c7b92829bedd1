// The game as it goes on without a line: what the server last said, and on top of it the entries that wait for the server,
// played by the rules on this device (engine.js). Kept so that it is there again after a reload.
import { quietly } from "../ui/quietly.js";
import { GAMES } from "./copies.js";

/** The fields in one order, whatever order a database gives them, and without the times at which they were entered and arrived. */
const TIMES = new Set(["at", "arrived"]);
const inOrder = (name, part) => (TIMES.has(name) ? undefined : part?.constructor === Object ? Object.fromEntries(Object.entries(part).sort()) : part);
const same = (one, other) => JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
const unnoted = (actions) => actions.map((action) => ({ ...action, note: undefined }));
const samePlay = (one, other) => same(unnoted(one), unnoted(other));

export class Local {
  /** `table`: {header, rolls, started, person} of the page; `key`: of the recording. */
  constructor({ key, table, engine }) {
    Object.assign(this, { table, engine, name: `${GAMES}${table.person}-${key}`, base: null, steps: [], shown: null, moved: 0 });
    Object.assign(this, quietly(() => JSON.parse(localStorage.getItem(this.name))) ?? {});
  }

  /** A game that was handed in is not played on. */
  get isReady() {
    return this.engine.isReady && this.base?.closed === false;
  }

  /** What the server says stands; entries that were played on it stay played where it took them as they were. Says whether it did not. */
  learn(state) {
    if (!state.log || state.version < this.base?.version) return false;
    const { version, closed, log } = state;
    const isNew = version !== this.base?.version;
    const dropped = isNew && this.steps.length > 0 && !this.taken(log);
    if (isNew) this.steps = dropped ? [] : this.steps.slice(1);
    this.base = { version, closed, log };
    if (!this.steps.length) this.shown = state;
    this.moved += 1;
    this.keep();
    return dropped;
  }

  /** Whether the server has the first of the played entries, and nothing else is new. After a reload only the last position is known. */
  taken({ actions }) {
    const first = this.steps[0]?.log;
    if (first) return same(first.actions, actions);
    const all = this.steps.at(-1)?.log?.actions ?? [];
    return samePlay(all.slice(0, actions.length), actions);
  }

  /** The version that the last played entry will have once the server has it. */
  get version() {
    return this.base.version + this.steps.length;
  }

  get log() {
    return this.steps.at(-1)?.log ?? this.base.log;
  }

  /**
   * Plays the waiting entries that are not played yet, up to one that has to be asked about. Answers
   * {played: [[entry, its actions]], state, stop: {entry, kind, said} or null, stopped}, or null where there is nothing new to
   * show, or the server spoke meanwhile.
   */
  async play(entries) {
    const standing = this.standing(entries);
    if (this.shown && this.isPlayed(entries, standing)) return null;
    this.steps.length = standing;
    const waiting = entries.slice(standing);
    const { moved } = this;
    const played = [];
    let answer = null;
    for (const entry of waiting.length ? waiting : [null]) {
      answer = await this.engine.ask({ ask: "play", game: this.game(), entries: entry ? [entry] : [] });
      if (moved !== this.moved) return null;
      if (answer.stop) break;
      if (!entry) continue;
      this.steps.push({ id: entry.id, log: answer.log });
      played.push([entry, answer.done[0]]);
    }
    this.shown = { ...answer.state, version: this.version };
    this.keep();
    return { played, stopped: answer.stopped, state: this.shown, stop: answer.stop && { entry: waiting[played.length], ...answer.stop } };
  }

  isPlayed(entries, standing) {
    return standing === entries.length && standing === this.steps.length;
  }

  /** A spell that was copied waits for the server, and what was entered after it too: only the server can read it. */
  playable(entries) {
    const copied = entries.findIndex((entry) => entry.copied);
    return copied < 0 ? entries : entries.slice(0, copied);
  }

  /** How many of the entries stand as they were played: after one that was taken back, those behind it are played anew. */
  standing(entries) {
    const broken = this.steps.findIndex(({ id }, place) => entries[place]?.id !== id);
    const left = broken < 0 ? this.steps.length : broken;
    return left && !this.steps[left - 1].log ? 0 : left; // of a page before this one only the last position is known
  }

  has(entry) {
    return this.steps.some(({ id }) => id === entry);
  }

  why(cell) {
    return this.engine.ask({ ask: "why", game: this.game(), cell });
  }

  game() {
    const { header, rolls, started } = this.table;
    const seconds = Math.max(0, Math.round(Date.now() / 1000) - started);
    return { header, rolls, seconds, version: this.version, ...this.log };
  }

  /** Nothing that was played here counts any more. */
  forget() {
    Object.assign(this, { steps: [], shown: null, moved: this.moved + 1 });
    this.keep();
  }

  /** The server no longer shows it to whoever sits here. */
  discard() {
    Object.assign(this, { base: null, steps: [], shown: null, moved: this.moved + 1 });
    this.keep();
  }

  /** A game that was handed in, and of which nothing waits, is with the server alone. */
  keep() {
    const { base, shown } = this;
    if (!base || (base.closed && !this.steps.length)) {
      quietly(() => localStorage.removeItem(this.name));
      return;
    }
    const steps = this.steps.map(({ id, log }, place) => (place === this.steps.length - 1 ? { id, log } : { id }));
    quietly(() => localStorage.setItem(this.name, JSON.stringify({ base, steps, shown })));
  }
}
