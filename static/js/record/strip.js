// The strip that always stays: GG and Kamas of both sides, and the figure that acts with its HP, MP and AP.
import { portraitPicture } from "../board/portraits.js";
import { html } from "../board/svg.js";

const gauge = (kind, value, label) => html("span", { class: `gauge gauge-${kind}` }, html("strong", {}, String(value ?? "–")), html("small", {}, label));

export class Strip {
  /** `places` = {A, B, active} */
  constructor(places, words, names) {
    Object.assign(this, { places, words, names });
  }

  show(position, actor) {
    for (const side of ["A", "B"]) this.places[side].replaceChildren(...this.side(side, position));
    const unit = position.units[position.active ?? actor];
    this.places.active.replaceChildren(...(unit ? this.figure(unit) : [html("span", { class: "soft" }, this.words.nobodyActs)]));
    this.places.active.classList.toggle("is-next", !position.active);
  }

  side(side, { glory, kamas, player }) {
    return [
      html("span", { class: `strip-name${player === side ? " is-turn" : ""}` }, this.names[side]),
      html("span", { class: "strip-stock" }, html("strong", {}, String(glory[side])), " GG ", html("span", { class: "strip-kamas" }, `${kamas[side]} K`)),
    ];
  }

  figure(unit) {
    return [
      portraitPicture(unit),
      html("span", { class: "strip-figure" }, unit.name),
      gauge("hp", unit.hp ? unit.hp - unit.injuries : null, this.words.HP),
      gauge("mp", unit.mp, this.words.MP),
      gauge("ap", unit.ap, this.words.AP),
    ];
  }
}
