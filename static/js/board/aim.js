// How far a spell reaches, as the server's engine answered it: patterns on the board, a key to them, and all of it in words.
import { fill, html, svg } from "./svg.js";
import { mark } from "./lights.js";

const KEY = { target: "aimAt", range: "aimFree", unseen: "aimUnseen", barred: "aimBarred" };

export class Aim {
  /** `place` takes the key and the words. */
  constructor(place, { scene, words }) {
    Object.assign(this, { place, scene, words, reach: null });
  }

  /** A spell that `summons` needs no figure. `reach`: {from, open: [cells], closed: [{kind, article, line, cells}]}. */
  show(name, reach, position, summons = false) {
    const figures = new Map(Object.values(position.units).filter(({ cell }) => cell).map((unit) => [unit.cell, unit]));
    const closed = (kind) => reach.closed.filter((group) => group.kind === kind).flatMap((group) => group.cells);
    const target = reach.open.filter((cell) => figures.has(cell));
    const groups = { target, range: reach.open.filter((cell) => !figures.has(cell)), unseen: closed("unseen"), barred: closed("barred") };
    this.reach = reach;
    this.scene.board.light({ ...groups, from: [reach.from] }, this.remarks());
    const named = target.map((cell) => `${cell} ${figures.get(cell).name}`).join(", ");
    this.say(groups, fill(this.words.aimOf, { name, cell: reach.from, n: reach.open.length }), " ", named ? fill(this.words.aimTargets, { figures: named }) : summons ? "" : this.words.aimNobody);
  }

  /** The place is read out as it changes; what stands there already stays. */
  say(groups, ...sentence) {
    const said = html("p", { class: "small flush" }, ...sentence);
    const [key, before] = this.place.children;
    if (before?.textContent === said.textContent) return key.replaceWith(this.key(groups));
    this.said = said;
    return this.place.replaceChildren(this.key(groups), said);
  }

  clear() {
    this.reach = null;
    this.place.replaceChildren();
  }

  key(groups) {
    const shown = Object.keys(KEY).filter((kind) => groups[kind].length);
    return html("ul", { class: "aim-key", "aria-hidden": "true" }, ...shown.map((kind) =>
      html("li", {}, svg("svg", { viewBox: "0 0 40 40", class: "aim-sample" }, mark(kind)), this.words[KEY[kind]])));
  }

  /** What each closed cell within range says of itself. */
  remarks() {
    const open = this.reach.open.map((cell) => [cell, fill(this.words.aimOpen, { cell })]);
    const closed = this.reach.closed.filter(({ kind }) => kind !== "far").flatMap((group) => group.cells.map((cell) => [cell, this.because(group, cell)]));
    return Object.fromEntries([...open, ...closed]);
  }

  because({ kind, article, line }, cell) {
    return fill(this.words[`aim_${kind}`], { cell, line, article });
  }

  /** Why this cell is closed, with the line of sight drawn that is blocked; null where nothing closes it. */
  explain(cell) {
    const group = this.reach?.closed.find(({ cells }) => cells.includes(cell));
    if (!group) return null;
    this.scene.board.sight(group.kind === "unseen" ? [[this.reach.from, cell, false]] : []);
    return this.because(group, cell);
  }
}
