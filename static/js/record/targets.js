// What can be cast at a cell: the spells that reach it, the strongest first, each with its outcomes and what they do.
import { fill, html } from "../board/svg.js";
import { ask, lay, putPanelAway } from "./focus.js";
import { outcomeGrid } from "./outcomes.js";

const MOST_AT_ONCE = 12; // outcomes that the hand holds without scrolling
const IN_ONE_ROW = 4;
const ROOM = 228; // for all spells that stand below each other, in pixels of the smallest hand
const HEIGHTS = { name: 20, tall: 50, row: 46 };

/** What an outcome does, in a word or two. */
function harmOf(forecast, [critical = 0, armour = 0], words) {
  const known = forecast.outcomes.find(([c, a]) => c === critical && a === armour);
  if (!known || known[2] === null) return null;
  const [, , harm, ko] = known;
  return ko ? words.ko : harm < 0 ? fill(words.heals, { n: -harm }) : harm ? `−${harm}` : words.noHarm;
}

/** From the least to the most that the spell takes. */
export function damageInWords(forecast, words) {
  const harms = (forecast?.outcomes ?? []).map(([, , harm]) => harm).filter((harm) => harm !== null && harm > 0);
  if (!harms.length) return "";
  const [least, most] = [Math.min(...forecast.outcomes.map(([, , harm]) => Math.max(0, harm ?? 0))), Math.max(...harms)];
  return fill(words.damage, { range: least === most ? String(most) : `${least}–${most}` });
}

/** The rolls that a cast asks for, in the order of the grid: critical first, then the Armour of each target. */
export function rollsOf(forecast) {
  const critical = forecast.critical ? [{ roll: "critical", count: forecast.critical, path: ["critical"] }] : [];
  const armour = Object.entries(forecast.armour).map(([unit, count]) => ({ roll: "armour", unit, count, path: ["armour", unit] }));
  return [...critical, ...armour.filter(({ count }) => count)];
}

/** The action with its outcomes filled in. */
export function withOutcomes(action, rolls, successes) {
  const filled = { ...action };
  rolls.forEach(({ roll, unit }, i) => {
    const won = { successes: successes[i] };
    if (roll === "critical") filled.critical = won;
    else filled.armour = { ...filled.armour, [unit]: won };
  });
  return filled;
}

export class Targets {
  /** `onCast(action, said, cast)`: the spell is cast; with dice still missing they are asked for. */
  constructor(place, { words, unitName, wantsFaces, onCast, onLook }) {
    Object.assign(this, { place, words, unitName, wantsFaces, onCast, onLook });
  }

  get isOpen() {
    return !this.place.hidden;
  }

  show(cell, casts, title) {
    this.open({ cell, casts, title, lay: ask });
    this.onLook?.(casts[0]);
  }

  /** By itself; the board goes on to show where else one may go. `calls`: the keyboard goes to it. */
  offer(cell, casts, title, { chosen = casts[0], calls = false } = {}) {
    this.open({ cell, casts, title, lay: calls ? ask : lay }, chosen);
    this.place.dataset.offered = "";
  }

  open(shown, chosen = shown.casts[0]) {
    const { cell, casts } = Object.assign(this, shown);
    this.place.dataset.targetCell = cell;
    delete this.place.dataset.offered;
    if (casts.length > 1 && casts.reduce((sum, cast) => sum + this.height(cast), 0) <= ROOM) this.all();
    else this.choose(chosen);
  }

  close() {
    putPanelAway(this.place);
  }

  hasGrid({ forecast, declare }) {
    const rolls = forecast && !declare && !this.wantsFaces() ? rollsOf(forecast) : [];
    return rolls.length > 0 && rolls.length <= 2 && forecast.outcomes.length > 0 && forecast.outcomes.length <= MOST_AT_ONCE;
  }

  /** Up to four outcomes stand in one row, in two lines each; without a grid there is one button. */
  fitsInOneRow(cast) {
    return !this.hasGrid(cast) || cast.forecast.outcomes.length <= IN_ONE_ROW;
  }

  height(cast) {
    if (this.fitsInOneRow(cast)) return HEIGHTS.name + HEIGHTS.tall;
    const columns = Math.max(...rollsOf(cast.forecast).map(({ count }) => count + 1));
    return HEIGHTS.name + HEIGHTS.row * Math.ceil(cast.forecast.outcomes.length / columns);
  }

  /** Every spell with its outcomes: one tap says which spell and what was rolled. */
  all() {
    const block = (cast) => html("section", { class: "target-block", "data-block": cast.spell, "aria-label": cast.label },
      html("p", { class: "target-name" }, html("strong", {}, cast.label), ` ${this.about(cast)}`), this.outcomes(cast, { inOneRow: this.fitsInOneRow(cast) }));
    this.lay(this.place, this.head(), ...this.casts.map(block));
  }

  head() {
    const away = html("button", { type: "button", class: "close-hand", "aria-label": this.words.putAway }, "×");
    away.addEventListener("click", () => this.close());
    return html("p", { class: "hand-title" }, html("span", {}, this.title), away);
  }

  about(cast) {
    return [cast.cost, damageInWords(cast.forecast, this.words)].filter(Boolean).join(" · ");
  }

  choose(cast) {
    const tab = (each) => {
      const made = html("button", { type: "button", class: "target-spell", "aria-pressed": each === cast, "data-spell": each.spell },
        html("strong", {}, each.label), html("span", { class: "small" }, this.about(each)));
      made.addEventListener("click", () => {
        this.lay = ask;
        this.choose(each);
        this.onLook?.(each);
      });
      return made;
    };
    this.lay(this.place, this.head(),
      html("div", { class: "target-spells", role: "group", "aria-label": this.words.whichSpell }, ...this.casts.map(tab)),
      html("div", { "data-block": cast.spell }, this.outcomes(cast)));
  }

  outcomes(cast, { inOneRow = false } = {}) {
    const { forecast } = cast;
    if (this.hasGrid(cast)) {
      const rolls = rollsOf(forecast);
      return outcomeGrid(rolls, { words: this.words, inOneRow, detail: (successes) => this.detail(rolls, forecast, successes), onPick: (successes) => this.cast(cast, rolls, successes) });
    }
    const go = html("button", { type: "button", class: "button button-primary button-wide", "data-cast": cast.spell }, fill(this.words.castIt, { spell: cast.label, cell: this.cell }));
    go.addEventListener("click", () => this.cast(cast, [], []));
    return go;
  }

  /** Only the Armour of the target, or only a critical hit, may be rolled. */
  detail(rolls, forecast, successes) {
    const pair = ["critical", "armour"].map((roll) => successes[rolls.findIndex((each) => each.roll === roll)] ?? 0);
    return harmOf(forecast, pair, this.words);
  }

  cast(cast, rolls, successes) {
    this.close();
    const action = { do: "cast", spell: cast.spell, target: this.cell, ...(cast.declared ? { declared: cast.declared } : {}) };
    this.onCast(withOutcomes(action, rolls, successes), fill(this.words.castAt, { spell: cast.label, target: this.cell }), cast);
  }
}
