// What was entered on this device and is not yet with the server. Each entry is kept under a key of its own: two tabs at
// one table never write over each other, and what a closed one left behind goes out from the next that is opened. Each belongs
// to whoever made it: what somebody else left on this device waits until they are back, or until somebody decides about it.
import { quietly } from "../ui/quietly.js";

/** Not crypto.randomUUID: a hall's own site may be reached without https. */
const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const chosen = ({ action, actions, note, copied, madeOn }) => JSON.stringify([action, actions, note, copied, madeOn]);

const stored = (key) => quietly(() => JSON.parse(localStorage.getItem(key)));

const GUEST = { id: "guest", name: "" };

export class Queue {
  /** `person`: who is signed in, {id, name}. */
  constructor(table, onChange, person = GUEST) {
    Object.assign(this, { prefix: `${table}:`, onChange, person, entries: [], others: [], unkept: new Set() });
    window.addEventListener("storage", ({ key, newValue }) => {
      if (newValue === null && key?.startsWith(this.prefix)) this.forget(key.slice(this.prefix.length)); // another tab saw it arrive
    });
    window.addEventListener("beforeunload", (event) => this.unkept.size && event.preventDefault());
  }

  /** This device could not keep something that still waits. */
  get isFull() {
    return this.unkept.size > 0;
  }

  get first() {
    return this.entries[0];
  }

  get last() {
    return this.entries.at(-1);
  }

  has(id) {
    return this.entries.some((entry) => entry.id === id);
  }

  /** Two quick taps: the same, chosen on the same position, right after one that is still on its way. */
  repeats(entry) {
    return !entry.asPlayed && this.entries.length > 0 && !this.last.unchecked && !this.last.played && chosen(this.last) === chosen(entry);
  }

  /** Takes in what other tabs have left, in the order in which it was entered. */
  gather() {
    this.entries.filter(({ id }) => this.unkept.has(id)).forEach((entry) => this.store(entry)); // there may be room again
    const left = this.left();
    this.entries.push(...left.filter((entry) => this.isMine(entry) && !this.has(entry.id)));
    this.entries.sort((one, other) => one.at - other.at);
    this.others = left.filter((entry) => !this.isMine(entry));
    this.onChange();
  }

  left() {
    const keys = quietly(() => Object.keys(localStorage)) ?? [];
    return keys.filter((key) => key.startsWith(this.prefix)).map(stored).filter((entry) => entry?.id);
  }

  /** What an older version of the site left says nobody's name. */
  isMine({ by }) {
    return by === undefined || by === this.person.id;
  }

  /** Who else left something here: [{by, name, n}]. */
  get authors() {
    const people = new Map(this.others.map(({ by, byName }) => [by, byName ?? ""]));
    return [...people].map(([by, name]) => ({ by, name, n: this.others.filter((entry) => entry.by === by).length }));
  }

  /** What was made without an account goes out under the name of whoever is signed in. */
  adopt(author) {
    const mine = { by: this.person.id, byName: this.person.name };
    const theirs = this.others.filter(({ by }) => by === author);
    theirs.forEach((entry) => quietly(() => localStorage.setItem(this.prefix + entry.id, JSON.stringify({ ...entry, ...mine }))));
    this.gather();
  }

  discard(author) {
    this.others.filter(({ by }) => by === author).forEach(({ id }) => quietly(() => localStorage.removeItem(this.prefix + id)));
    this.gather();
  }

  add(entry) {
    const at = Math.max(Date.now(), (this.last?.at ?? 0) + 1);
    this.entries.push({ id: newId(), at, by: this.person.id, byName: this.person.name, ...entry });
    this.keep(this.last);
  }

  change(id, more) {
    const entry = this.entries.find((each) => each.id === id);
    if (entry) this.keep(Object.assign(entry, more));
  }

  keep(entry) {
    this.store(entry);
    this.onChange();
  }

  /** What does not fit is held by this page alone, and leaving the page is asked about until it has been sent. */
  store(entry) {
    const isKept = quietly(() => localStorage.setItem(this.prefix + entry.id, JSON.stringify(entry)) ?? true) ?? false;
    if (isKept) this.unkept.delete(entry.id);
    else this.unkept.add(entry.id);
  }

  remove(id) {
    quietly(() => localStorage.removeItem(this.prefix + id));
    this.forget(id);
  }

  forget(id) {
    this.unkept.delete(id);
    this.entries = this.entries.filter((entry) => entry.id !== id);
    this.others = this.others.filter((entry) => entry.id !== id);
    this.onChange();
  }
}
