// What was entered on this device and is not yet with the server. Each entry is kept under a key of its own: two tabs at
// one table never write over each other, and what a closed one left behind goes out from the next that is opened.
import { quietly } from "../ui/quietly.js";

/** Not crypto.randomUUID: a hall's own site may be reached without https. */
const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const chosen = ({ action, actions, note, copied, madeOn }) => JSON.stringify([action, actions, note, copied, madeOn]);

export class Queue {
  constructor(table, onChange) {
    Object.assign(this, { prefix: `${table}:`, onChange, entries: [] });
    window.addEventListener("storage", ({ key, newValue }) => {
      if (newValue === null && key?.startsWith(this.prefix)) this.forget(key.slice(this.prefix.length)); // another tab saw it arrive
    });
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
    const keys = quietly(() => Object.keys(localStorage)) ?? [];
    const left = keys.filter((key) => key.startsWith(this.prefix)).map((key) => quietly(() => JSON.parse(localStorage.getItem(key))));
    this.entries.push(...left.filter((entry) => entry?.id && !this.has(entry.id)));
    this.entries.sort((one, other) => one.at - other.at);
    this.onChange();
  }

  add(entry) {
    const at = Math.max(Date.now(), (this.last?.at ?? 0) + 1);
    this.entries.push({ id: newId(), at, ...entry });
    this.keep(this.last);
  }

  change(id, more) {
    const entry = this.entries.find((each) => each.id === id);
    if (entry) this.keep(Object.assign(entry, more));
  }

  keep(entry) {
    quietly(() => localStorage.setItem(this.prefix + entry.id, JSON.stringify(entry)));
    this.onChange();
  }

  remove(id) {
    quietly(() => localStorage.removeItem(this.prefix + id));
    this.forget(id);
  }

  forget(id) {
    this.entries = this.entries.filter((entry) => entry.id !== id);
    this.onChange();
  }
}
