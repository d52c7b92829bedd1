// The strip that always stays: GG and Kamas of each player, and the figure that acts with its HP, MP and AP.
import { isOutOf } from "../board/players.js";
import { portraitPicture } from "../board/portraits.js";
import { shapePicture } from "../board/shapes.js";
import { fill, html } from "../board/svg.js";

const gauge = (kind, value, label) => html("span", { class: `gauge gauge-${kind}` }, html("strong", {}, String(value ?? "–")), html("small", {}, label));

export class Strip {
  /** `places`: one for each player of `order`, `active`, and of more than two players `wild`. */
  constructor(places, words, names, order = ["A", "B"]) {
    Object.assign(this, { places, words, names, order });
  }

  show(position, actor) {
    for (const side of this.order) this.places[side].replaceChildren(...this.side(side, position));
    this.places.wild?.replaceChildren(fill(this.words.wild, { n: position.wild }));
    const unit = position.units[position.active ?? actor];
    this.places.active.replaceChildren(...(unit ? this.figure(unit) : [html("span", { class: "soft" }, this.words.nobodyActs)]));
    this.places.active.classList.toggle("is-next", !position.active);
  }

  /** Kamas, in the game that has them. */
  besides(side, { kamas }) {
    return kamas[side] === undefined ? null : html("span", { class: "strip-kamas" }, `${kamas[side]} K`);
  }

  side(side, position) {
    const { glory, player } = position;
    const isOut = this.order.length > 2 && isOutOf(position, side);
    return [
      html("span", { class: `strip-name${player === side ? " is-turn" : ""}${isOut ? " is-out" : ""}` }, this.order.length > 2 ? shapePicture(side) : null, this.names[side]),
      html("span", { class: "strip-stock" }, html("strong", {}, String(glory[side])), ` ${this.words.tally} `, this.besides(side, position), isOut ? html("span", { class: "visually-hidden" }, ` ${this.words.outOfGame}`) : null),
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
