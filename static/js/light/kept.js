// The score page without a line: its copy (service-worker.js) is as old as the last time it was opened, so the table that the
// server drew last is kept beside it.
import { GAMES } from "../offline/copies.js";
import { canKeep, keepAll, readPlan } from "../offline/keeping.js";
import { quietly } from "../ui/quietly.js";

export class Kept {
  /** `plan`: the address of judging/recorder/views/offline.py, or null where the site does not offer it; `person`: who is signed in. */
  constructor({ key, plan, person }) {
    Object.assign(this, { plan, person, name: `${GAMES}${person}-${key}` });
  }

  /** The state of the page, or the one that was kept, where that is later. */
  latest(state) {
    const kept = this.plan && quietly(() => JSON.parse(localStorage.getItem(this.name)));
    return kept?.version > state.version ? kept : state;
  }

  /** A game that was submitted is with the server alone. */
  keep({ version, closed, actions, page }) {
    if (!this.plan || !page) return;
    if (closed) quietly(() => localStorage.removeItem(this.name));
    else quietly(() => localStorage.setItem(this.name, JSON.stringify({ version, closed, actions, page })));
  }

  /** `say(how)`: whether the page can be opened again without a line, "ready", or "open" (as long as it stays open). */
  async prepare(say) {
    if (this.plan) say((await this.copied()) ? "ready" : "open");
  }

  async copied() {
    if (!canKeep()) return false;
    try {
      return await keepAll({ plan: await readPlan(this.plan), address: this.plan, person: this.person, plays: false });
    } catch {
      return false;
    }
  }
}
