// Lines typed from slips, kept on this device until the server has each. They go out one after the other, from one tab at a
// time; each has a key of its own, so that one that is sent again counts once.
import { ask } from "../record/ask.js";
import { Queue } from "../record/queue.js";

const RETRY = 4000;
const SAVED_SHOWN = 3;
const AGAIN = new Set(["busy"]); // a refusal that says nothing of the line
const STANDING = { refused: "busy", shut: "shut", unheard: "cut" };

/** Browsers have locks on secure addresses only; elsewhere the keys alone see to it that each line counts once. */
const alone = (name, body) => (navigator.locks ? navigator.locks.request(name, body) : body());

function formOf(fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const roundOf = (pairings) => Number(pairings.split("-")[0]);

/** Refused in a round before the one that is open: its results are in. Who typed it a round too late still has to read so. */
const isOver = ({ state, said, pairings }, open) =>
  ["refused", "taken"].includes(state) && said.code !== "other-pairings" && roundOf(pairings) < roundOf(open);

export class Lines {
  /** `person`: who is signed in, {id, name}; `onChange` is called when the lines, or the connection, are not what they were. */
  constructor({ address, name, person }, onChange) {
    Object.assign(this, { address, name, onChange, standing: "open", sending: null, busy: false });
    this.queue = new Queue(name, onChange, person);
    window.addEventListener("storage", ({ key }) => key?.startsWith(this.queue.prefix) && this.reread());
    window.addEventListener("online", () => this.pump());
    document.addEventListener("visibilitychange", () => !document.hidden && this.pump());
  }

  get waiting() {
    return this.queue.entries.filter(({ state }) => !state);
  }

  /** As another tab has left them. */
  reread() {
    const { queue } = this;
    queue.entries = queue.entries.filter(({ id }) => queue.unkept.has(id));
    queue.gather();
  }

  /** `pairings`: of the round in which it was typed. */
  add(text, pairings) {
    this.forgetSaved(pairings);
    this.queue.add({ text, pairings });
    this.pump();
  }

  /** What stood in the field when another line was taken back into it: not for the server as it is. */
  park(text, pairings) {
    this.queue.add({ text, pairings, state: "parked" });
  }

  /** The last saved ones of these pairings stay, to be read and undone. Nothing refused of an earlier round is left to correct. */
  forgetSaved(pairings) {
    const saved = this.queue.entries.filter(({ state }) => state === "saved");
    const kept = new Set(saved.filter((entry) => entry.pairings === pairings).slice(-SAVED_SHOWN));
    const past = this.queue.entries.filter((entry) => isOver(entry, pairings));
    [...saved.filter((entry) => !kept.has(entry)), ...past].forEach(({ id }) => this.queue.remove(id));
  }

  async pump() {
    if (this.busy) return;
    this.busy = true;
    try {
      do await alone(this.name, () => this.sendAll());
      while (this.waiting.length && this.standing === "open");
    } finally {
      this.busy = false;
    }
  }

  async sendAll() {
    this.reread();
    while (this.waiting.length && (await this.send(this.waiting[0])));
  }

  /** Says whether the next may follow. */
  async send({ id, text, pairings }) {
    this.sending = id;
    this.onChange();
    const { kind, said } = await ask(this.address, formOf({ slip: text, pairings, once: id }));
    this.sending = null;
    const isHeard = said !== undefined && !AGAIN.has(said.code);
    if (isHeard) this.queue.change(id, { state: kind === "taken" ? "saved" : said.stands ? "taken" : "refused", said });
    this.stand(isHeard ? "open" : STANDING[kind]);
    return isHeard;
  }

  stand(standing) {
    this.standing = standing;
    this.onChange();
    if (standing === "open") return;
    this.retry ??= setTimeout(() => {
      this.retry = null;
      this.pump();
    }, RETRY);
  }

  /** Opens the table again; says whether it did. */
  async undo({ id, said }) {
    const { kind, said: answer } = await ask(said.undo, formOf({ result: said.result }));
    if (kind === "taken") this.queue.remove(id);
    else if (answer) this.queue.change(id, { said: { ...said, undo: "", detail: answer.detail } });
    else this.stand(STANDING[kind]);
    return kind === "taken";
  }
}
