// What the acting figure can do besides walking: fixed places for Kamas, GG and rewards, then its spells in the order of the card.
import { alliesOf } from "../board/players.js";
import { fill, html } from "../board/svg.js";
import { withTold } from "./declare.js";
import { icon } from "./dice.js";

const SLOTS = { collect: "kama", "buy-glory": "glory", "buy-reward": "gift", reveal: "star" };
const CHIPS = new Set(["cast", "copy"]);
const isLegal = (offer) => !offer.why;

/** A line of a list: what it costs, what it gives, and why it cannot be had. */
export const offerLine = ({ label, cost, effect, why }) =>
  html("span", { class: why ? "offer-line is-refused" : "offer-line" }, label, cost ? html("small", { class: "cost" }, cost) : null, ...[effect, why?.message].filter(Boolean).map((said) => html("small", {}, said)));

export class Offers {
  /** `onEnter(action, said)`, `onDeclare(about)`, `onSay(sentence)`, `onList(title, offers)`, `onReward(offer)`,
   * `onCopy(unit)`. */
  constructor(place, { scene, words, aim, icons, crews = [], ...on }) {
    Object.assign(this, { place, scene, words, aim, icons, crews, ...on, offers: [], chosen: null, position: null });
    place.addEventListener("click", (event) => {
      const button = event.target.closest("[data-offer], [data-slot]");
      if (button?.dataset.slot) this.slot(button.dataset.slot);
      else if (button) this.choose(this.offers[Number(button.dataset.offer)]);
    });
  }

  unitName(id) {
    return this.position?.units[id]?.name ?? id ?? "";
  }

  show(table) {
    this.position = table.position;
    this.offers = table.offers;
    this.prompt = table.prompt;
    this.next = table.taps?.actor;
    this.walks = table.taps?.walks ?? {};
    this.casts = table.taps?.casts ?? {};
    this.chosen = this.lit();
    this.draw();
  }

  of(kind) {
    return this.offers.filter((offer) => offer.do === kind);
  }

  /** Placing the next figure needs no button: its cells are lit from the start. */
  lit() {
    return this.of("place").find((offer) => isLegal(offer) && offer.cells) ?? null;
  }

  /** Without the server these are the last known options. */
  cutOff(cut) {
    this.isCut = cut;
    this.place.classList.toggle("is-old", cut);
  }

  slot(kind) {
    const legal = this.of(kind).filter(isLegal);
    if (!legal.length) return this.onSay(this.of(kind)[0]?.why?.message ?? this.whyNone(kind));
    if (kind === "buy-reward") return this.onList(this.words[`slot_${kind}`], [...legal, ...this.of(kind).filter((offer) => offer.why)]);
    return legal.length === 1 ? this.choose(legal[0]) : this.onList(this.words[`slot_${kind}`], legal);
  }

  /** Where the rules have no candidate: the turn of a figure has to begin, something else comes first, or there is no such token. */
  whyNone(kind) {
    const { active, units } = this.position;
    if (!active) return this.next ? fill(this.words.notBegun, { unit: this.unitName(this.next) }) : this.prompt;
    const ofActive = units[active].summon ? this.words.notBySummons : kind === "reveal" ? this.words.noneHidden : null;
    return ofActive ? fill(ofActive, { unit: this.unitName(active) }) : this.prompt;
  }

  choose(offer) {
    if (offer.why && !offer.reach) return this.onSay(this.because(offer));
    if (offer.choose || offer.do === "buy-reward") return this.onReward(offer);
    if (offer.do === "copy") return this.onCopy(offer.unit);
    if (!offer.cells && !offer.reach) return this.enter(offer, offer.action);
    this.chosen = this.chosen === offer ? this.lit() : offer;
    this.draw();
    this.onSay(this.chosen === offer ? this.about(offer) : this.prompt);
    return undefined;
  }

  /** What is to be tapped for it, or why it cannot be had. */
  about(offer) {
    if (offer.why) return this.because(offer);
    return offer.summons ? fill(this.words.tapFree, { spell: offer.label }) : this.prompt;
  }

  because({ why }) {
    return why.article ? `${why.message} (${why.article})` : why.message;
  }

  /** A cell for the chosen offer. */
  cell(cell) {
    const offer = this.chosen;
    if (offer?.cells && cell in offer.cells) this.enter(offer, { ...offer.action, [offer.field]: offer.cells[cell] }, cell);
  }

  inWords({ label, do: deed, action }, cell) {
    if (!cell) return label;
    if (deed === "place") return fill(this.words.placedOn, { unit: this.unitName(action.unit), cell });
    return deed === "cast" ? fill(this.words.castAt, { spell: label, target: cell }) : label;
  }

  /** What only the card knows is asked before the entry goes out. */
  async enter(offer, action, target) {
    const told = offer.declare ? await this.onDeclare({ offer, target, units: this.position.units }) : {};
    if (told) this.onEnter(withTold(action, told), this.inWords(offer, target), { offer, target });
  }

  draw() {
    const hadFocus = this.place.contains(document.activeElement) && document.activeElement.textContent;
    const fighting = !this.of("place").some(isLegal);
    const numbered = this.offers.map((offer, number) => ({ ...offer, number }));
    const spells = numbered.filter((offer) => CHIPS.has(offer.do));
    const placings = numbered.filter((offer) => offer.do === "place" && isLegal(offer));
    this.place.replaceChildren(
      fighting ? html("div", { class: "slots" }, ...Object.entries(SLOTS).map(([kind, picture]) => this.slotButton(kind, picture))) : "",
      html("div", { class: "spell-chips" }, ...(fighting ? spells : placings).map((offer) => this.button(offer))));
    this.light();
    if (hadFocus) this.focus(hadFocus);
  }

  slotButton(kind, picture) {
    const can = this.of(kind).some(isLegal);
    return html("button", { type: "button", class: "slot", "data-slot": kind, "aria-disabled": can ? null : "true" }, icon(picture, this.icons), html("span", {}, this.words[`slot_${kind}`]));
  }

  button({ number, label, cost, why, cells }) {
    const known = { class: why ? "spell-chip is-refused" : "spell-chip", "aria-pressed": cells || why ? this.offers[number] === this.chosen : null, title: why?.message };
    return html("button", { type: "button", "data-offer": number, ...known }, label, cost ? html("span", { class: "cost" }, cost) : null);
  }

  /** The keyboard stays where it was: on the same offer, or else on the first that there is now. */
  focus(label) {
    const buttons = [...this.place.querySelectorAll("button")].filter((button) => button.checkVisibility());
    const here = buttons.find((button) => button.textContent === label) ?? buttons[0] ?? this.place;
    here.focus({ preventScroll: true });
  }

  light() {
    const { chosen } = this;
    if (chosen?.reach) return this.aim.show(chosen.label, chosen.reach, this.position, chosen.summons);
    this.aim.clear();
    if (chosen?.cells) return this.scene.board.light({ [chosen.declare ? "range" : "choice"]: Object.keys(chosen.cells) }, this.remarksOn(chosen));
    return this.scene.board.light({ choice: Object.keys(this.walks), target: this.struck() }, this.remarks());
  }

  /** Enemies that a spell reaches. */
  struck() {
    const { units, player } = this.position;
    return Object.values(units).filter(({ cell, side }) => cell && !alliesOf(player, this.crews).includes(side) && cell in this.casts).map(({ cell }) => cell);
  }

  /** The targets of what is chosen, with a figure on them if there are such; else the enemies that can be struck. */
  takes() {
    const { chosen } = this;
    const cells = chosen?.cells ? Object.keys(chosen.cells) : (chosen?.reach?.open ?? this.struck());
    const taken = cells.filter((cell) => Object.values(this.position.units).some((unit) => unit.cell === cell));
    return taken.length ? taken : cells;
  }

  remarksOn({ cells, label }) {
    return Object.fromEntries(Object.keys(cells).map((cell) => [cell, label]));
  }

  /** What a cell says of itself to those who hear the board. */
  remarks() {
    const walks = Object.entries(this.walks).map(([cell, [way]]) => [cell, fill(way.blocks ? this.words.walkBlocked : this.words.walkTo, { n: way.cells.length })]);
    const struck = this.struck().map((cell) => [cell, fill(this.words.struckBy, { spells: this.casts[cell].map(({ label }) => label).join(", ") })]);
    return Object.fromEntries([...walks, ...struck]);
  }
}
