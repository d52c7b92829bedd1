// Tension and Inspiration on one sheet: the pair of faces that count in one tap, then each die to a figure in one tap.
import { fill, html } from "../board/svg.js";
import { icon } from "./dice.js";
import { ask, putPanelAway } from "./focus.js";

const FACES = ["critical", "armour", "lock", "dodge"];

/** Each pair of faces once; doubles last, because they cost both players a GG. */
export const pairs = () => {
  const mixed = FACES.flatMap((one, i) => FACES.slice(i + 1).map((other) => [one, other]));
  return [...mixed, ...FACES.map((face) => [face, face])];
};

const face = (name, icons) => html("span", { class: "die" }, icon(name, icons));

export class Tension {
  constructor(place, { words, icons, rerolls, onEnter, onFaces }) {
    Object.assign(this, { place, words, icons, rerolls, onEnter, onFaces });
  }

  close() {
    putPanelAway(this.place);
  }

  /** The roll: one tap on the pair that counts; faces, and a second roll where the rules have one, lead to the dice. */
  roll() {
    const pair = ([one, other]) => {
      const made = html("button", { type: "button", class: `tension-pair${one === other ? " is-double" : ""}`, "data-pair": `${one} ${other}`, "aria-label": `${this.words[one]}, ${this.words[other]}` },
        face(one, this.icons), face(other, this.icons));
      made.addEventListener("click", () => this.onEnter({ do: "tension", dice: [one, other] }, `${this.words[one]} + ${this.words[other]}`));
      return made;
    };
    ask(this.place,
      html("p", { class: "hand-title" }, this.words.tensionTitle),
      html("div", { class: "tension-pairs" }, ...pairs().map(pair)),
      html("p", { class: "cluster flush" }, this.quiet(this.words.enterFaces, {}), ...(this.rerolls ? [this.quiet(this.words.again, { reroll: [] })] : [])));
  }

  /** Where the site rolls it is asked to; with the dice it asks whether one is to be rolled again. */
  letRoll() {
    const made = html("button", { type: "button", class: "button button-primary button-large", "data-roll-tension": "" }, this.words.rollTension);
    made.addEventListener("click", () => this.onEnter({ do: "tension" }, this.words.rollTension));
    ask(this.place, html("p", { class: "flush" }, made));
  }

  quiet(label, more) {
    const made = html("button", { type: "button", class: "button button-small" }, label);
    made.addEventListener("click", () => this.onFaces({ do: "tension", ...more }, label));
    return made;
  }

  /** `dice`: [{die, face, figures: [[id, unit]]}]; a tap on a figure gives it that die. */
  inspire(dice) {
    const row = ({ die, face: shown, figures }) => html("div", { class: "inspire-row", role: "group", "aria-label": fill(this.words.inspireWith, { face: this.words[shown] ?? shown }) },
      face(shown, this.icons), ...figures.map(([id, unit]) => this.figure(die, id, unit, shown)));
    ask(this.place, html("p", { class: "hand-title" }, this.words.inspireTitle), ...dice.map(row));
  }

  figure(die, id, unit, shown) {
    const said = fill(this.words.whatFor, { what: this.words[shown] ?? shown, unit: unit.name });
    const made = html("button", { type: "button", class: "inspire-figure", "data-inspire": `${die} ${id}`, "aria-label": said }, unit.initial);
    made.title = unit.name;
    made.addEventListener("click", () => this.onEnter({ do: "inspire", die, unit: id }, said));
    return made;
  }
}
