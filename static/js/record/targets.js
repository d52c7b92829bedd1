// What can be cast at a cell: the spells that reach it, the strongest first, each with its outcomes and what they do.
import { fill, html } from "../board/svg.js";
import { outcomeGrid } from "./outcomes.js";

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
    Object.assign(this, { cell, casts, title });
    this.place.hidden = false;
    this.choose(casts[0]);
  }

  close() {
    this.place.hidden = true;
    this.place.replaceChildren();
  }

  choose(cast) {
    const tab = (each) => {
      const damage = damageInWords(each.forecast, this.words);
      const made = html("button", { type: "button", class: "target-spell", "aria-pressed": each === cast, "data-spell": each.spell },
        html("strong", {}, each.label), html("span", { class: "small" }, [each.cost, damage].filter(Boolean).join(" · ")));
      made.addEventListener("click", () => this.choose(each));
      return made;
    };
    const away = html("button", { type: "button", class: "close-hand", "aria-label": this.words.putAway }, "×");
    away.addEventListener("click", () => this.close());
    this.place.replaceChildren(
      html("p", { class: "hand-title" }, html("span", {}, this.title), away),
      html("div", { class: "target-spells", role: "group", "aria-label": this.words.whichSpell }, ...this.casts.map(tab)),
      this.outcomes(cast));
    this.onLook?.(cast);
  }

  outcomes(cast) {
    const { forecast } = cast;
    const rolls = forecast && !this.wantsFaces() ? rollsOf(forecast) : [];
    if (rolls.length && rolls.length <= 2 && forecast.outcomes.length <= 12) {
      return outcomeGrid(rolls, { words: this.words, detail: (successes) => this.detail(rolls, forecast, successes), onPick: (successes) => this.cast(cast, rolls, successes) });
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
    const action = { do: "cast", spell: cast.spell, target: this.cell };
    this.onCast(withOutcomes(action, rolls, successes), `${cast.label} → ${this.cell}`, cast);
  }
}
