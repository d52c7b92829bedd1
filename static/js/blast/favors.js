// The row of favors: what lies left and right of the pile, and how many are left in it.
import { fill, html } from "../board/svg.js";

export class Favors {
  constructor(place, { words }) {
    Object.assign(this, { place, words });
  }

  show({ favors, pile, position }) {
    const { words } = this;
    const card = (side) => html("p", { class: "favor", "data-favor": side }, html("small", {}, words[side]), html("span", {}, favors[side] ?? words.empty_favor));
    const dofus = position.dofus ? html("small", {}, fill(words.dofusHeld, { player: position.dofus })) : null;
    this.place.replaceChildren(card("left"), html("p", { class: "favor favor-pile" }, html("span", {}, fill(words.pile, { n: pile })), dofus), card("right"));
  }
}
