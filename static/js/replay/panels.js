// What each player has: GG, Kamas, and every figure with its gauges, injuries, markers and rewards.
import { portraitPicture } from "../board/portraits.js";
import { isOutOf } from "../board/players.js";
import { fill, html } from "../board/svg.js";
import { whereIs } from "../board/words.js";

const gauge = (left, words) => (left === null ? null : html("li", {}, fill(words, { n: left })));

function health(unit, words) {
  if (!unit.hp) return null;
  const left = unit.hp - unit.injuries;
  return html("li", { class: left <= unit.hp / 3 ? "gauge-low" : "" }, html("meter", { min: 0, max: unit.hp, value: left, "aria-hidden": "true" }), fill(words.hp, { left, all: unit.hp }));
}

/** MP and AP belong to the figure whose turn it is: the others have none to spend. */
function gauges(unit, { isOut, isActive }, words) {
  if (isOut) return html("p", { class: "flush small" }, html("span", { class: "badge badge-bad" }, words.knockedOut));
  const left = isActive && unit.cell ? [gauge(unit.mp, words.mp), gauge(unit.ap, words.ap)] : [];
  return html("ul", { class: "gauges small" }, health(unit, words), ...left, ...unit.markers.map((text) => html("li", { class: "badge" }, text)));
}

function rewards({ rewards: won }, words) {
  const token = ({ name, up }) => html("li", { class: up ? "reward" : "reward reward-down" }, up ? name : words.faceDown);
  return won.length ? html("ul", { class: "gauges small" }, ...won.map(token)) : null;
}

function figure(id, unit, position, { words, left }) {
  const isActive = id === position.active;
  const isOut = left || (position.turn > 0 && !unit.cell);
  const where = html("span", { class: "soft" }, whereIs(unit, position, words));
  const badge = isActive ? html("span", { class: "badge badge-info" }, words.active) : null;
  return html("li", { class: `unit${isActive ? " is-active" : ""}${isOut ? " is-out" : ""}`, "data-unit-row": id },
    portraitPicture(unit),
    html("div", {}, html("p", { class: "unit-name" }, unit.name, " ", where, " ", badge), gauges(unit, { isOut, isActive }, words), rewards(unit, words)));
}

export class Panels {
  /** `places`: an element for each player's letter, and `table`; `order`: the players as they are shown. */
  constructor(places, words, names, order = ["A", "B"]) {
    Object.assign(this, { places, words, names, order });
  }

  show(position) {
    for (const side of this.order) this.places[side].replaceChildren(this.head(side, position), this.figures(side, position));
    this.places.table?.replaceChildren(this.turn(position), ` · ${this.order.map((side) => position.glory[side]).join(" : ")} ${this.words.tally}`, ` · ${position.note ?? fill(this.words.wild, { n: position.wild })}`);
  }

  head(side, position) {
    const { glory, kamas } = position;
    const out = this.order.length > 2 && isOutOf(position, side) ? html("span", { class: "badge badge-bad" }, this.words.outOfGame) : null;
    return html("div", { class: "spread" },
      html("h2", { class: "card-title flush" }, html("span", { class: `badge badge-side-${side.toLowerCase()}` }, side), " ", this.names[side], out ? " " : null, out),
      html("p", { class: "flush stock" },
        html("strong", { class: "figure-big", "data-score": "" }, String(glory[side])), ` ${this.words.tally} `, ...this.besides(side, position, kamas)));
  }

  /** Kamas, or who holds the Dofus. */
  besides(side, { dofus }, kamas) {
    if (kamas[side] === undefined) return dofus === side ? [html("span", { class: "badge badge-info" }, this.words.dofus)] : [];
    return [html("strong", {}, String(kamas[side])), " ", kamas[side] === 1 ? this.words.kama : this.words.kamas];
  }

  figures(side, position) {
    const ours = Object.entries(position.units).filter(([, unit]) => unit.side === side && (unit.cell || !unit.summon));
    const left = this.order.length > 2 && position.out?.includes(side); // who concedes last leaves figures on the board
    return html("ul", { class: "units" }, ...ours.map(([id, unit]) => figure(id, unit, position, { words: this.words, left })));
  }

  turn({ turn, player }) {
    return turn ? fill(this.words.turn, { n: turn, player: this.names[player] }) : this.words.setUp;
  }
}
