// What can be done besides stepping: placing, the favor of the turn, who plays, spells, favors in use and bonuses. Each is a
// button; what needs a cell lights it on the board.
import { fill, html } from "../board/svg.js";
import { slug } from "../ui/slug.js";

export class Offers {
  /** `onEnter(action, said)`, `onSay(sentence)`, `onTell(about)`: what a card did that nobody has entered. */
  constructor(place, { scene, words, ...on }) {
    Object.assign(this, { place, scene, words, ...on, can: {}, deeds: [], chosen: null, card: null });
    place.addEventListener("click", (event) => {
      const button = event.target.closest("[data-deed]");
      if (button) this.deeds[Number(button.dataset.deed)].run();
    });
  }

  show({ can, position }) {
    const isSame = this.card && can.favors?.some(({ card }) => card === this.card);
    Object.assign(this, { can, position, chosen: can.place?.[0] ?? null, card: can.isFavorDue && isSame ? this.card : null });
    this.draw();
  }

  cutOff(cut) {
    this.isCut = cut;
    this.place.classList.toggle("is-old", cut);
  }

  unitName(id) {
    return this.position?.units[id]?.name ?? id ?? "";
  }

  draw() {
    const focused = this.place.contains(document.activeElement) ? document.activeElement.textContent : null;
    this.deeds = [];
    const { can } = this;
    const parts = can.isFavorDue ? [this.favorsToReveal()] : [this.chips([...this.placings(), ...this.doings(), ...this.players()])];
    this.place.replaceChildren(...parts);
    this.light();
    if (focused !== null) this.focus(focused);
  }

  /** The keyboard stays where it was: on the same offer, or else on the first that there is now. */
  focus(label) {
    const buttons = [...this.place.querySelectorAll("button")];
    (buttons.find((button) => button.textContent === label) ?? buttons[0] ?? this.place).focus({ preventScroll: true });
  }

  chips(buttons) {
    return html("div", { class: "spell-chips" }, ...buttons);
  }

  /** A button that does something; one that is refused says why. */
  button(label, run, { why, pressed, kind = "spell-chip" } = {}) {
    this.deeds.push({ run: why ? () => this.onSay(why.article ? `${why.message} (${why.article})` : why.message) : run });
    const known = { class: why ? `${kind} is-refused` : kind, "aria-pressed": pressed === undefined ? null : String(pressed), title: why?.message };
    return html("button", { type: "button", "data-deed": this.deeds.length - 1, ...known }, label);
  }

  placings() {
    return (this.can.place ?? []).map((each) =>
      this.button(fill(this.words.places, { unit: this.unitName(each.unit) }), () => this.choose(each), { pressed: each === this.chosen }));
  }

  players() {
    return (this.can.activate ?? []).map((unit) => {
      const said = fill(this.words.plays, { unit: this.unitName(unit) });
      return this.button(said, () => this.onEnter({ do: "activate", unit }, said));
    });
  }

  doings() {
    return (this.can.deeds ?? []).map((deed) => {
      const aims = deed.action.do === "cast";
      return this.button(deed.label, () => (aims ? this.choose(deed) : this.use(deed)), { why: deed.why, pressed: aims ? deed === this.chosen : undefined });
    });
  }

  choose(deed) {
    this.chosen = this.chosen === deed && deed.action ? null : deed;
    this.draw();
    if (this.chosen?.action) this.onSay(fill(this.words.chooseCell, { what: deed.label }));
  }

  async use(deed) {
    if (!deed.asksGlyphs) return this.onEnter(deed.action, deed.label);
    const glyphs = await this.onTell({ offer: deed, number: this.words.glyphsHeld, units: this.position.units });
    return glyphs && this.onEnter({ ...deed.action, ...glyphs }, deed.label);
  }

  /** A cell for what is chosen; says whether it took it. */
  async cell(cell) {
    const { chosen } = this;
    if (!chosen || !(this.can.isAnywhere || chosen.isOpen || chosen.cells.includes(cell))) return false;
    if (chosen.unit) return this.entered({ do: "place", unit: chosen.unit, cell }, fill(this.words.placedOn, { unit: this.unitName(chosen.unit), cell }));
    const said = fill(this.words.castAt, { spell: chosen.label, target: cell });
    if (!chosen.isOpen) return this.entered({ ...chosen.action, target: cell }, said);
    const answer = await this.onTell({ offer: chosen, target: cell, units: this.position.units });
    return answer ? this.entered({ ...chosen.action, target: cell, ...answer }, said) : true;
  }

  entered(action, said) {
    this.onEnter(action, said);
    return true;
  }

  // -- the favor that opens a turn --

  favorsToReveal() {
    const { words } = this;
    const cards = this.can.favors.map(({ card, label }) => this.button(label, () => this.reveal(card), { pressed: card === this.card }));
    const other = html("input", { id: "another-favor", maxlength: 60, autocomplete: "off", "data-another": "" });
    other.value = this.typed ?? "";
    other.addEventListener("input", () => (this.typed = other.value));
    const put = (to, label) => this.button(label, () => this.put(to), { kind: "button button-primary" });
    return html("div", { class: "stack-tight" },
      html("p", { class: "hand-title" }, words.favorNow), this.chips(cards),
      html("details", this.typed ? { open: "" } : {}, html("summary", {}, words.anotherFavor), html("label", { class: "field", for: "another-favor" }, html("span", {}, words.favorName), other)),
      html("p", { class: "favor-put flush" }, put("left", words.putLeft), put("right", words.putRight)));
  }

  reveal(card) {
    Object.assign(this, { card: this.card === card ? null : card, typed: "" });
    this.draw();
  }

  put(to) {
    const card = this.card ?? slug(this.typed ?? "");
    if (!card) return this.onSay(this.words.favorNow);
    const label = this.can.favors.find((each) => each.card === card)?.label ?? this.typed;
    this.typed = "";
    return this.onEnter({ do: "favor", card, to }, `${label}: ${this.words[to]}`);
  }

  // -- on the board --

  light() {
    const { chosen, can } = this;
    const board = this.scene.board;
    if (chosen?.unit) return board.light({ choice: chosen.cells });
    if (chosen) return board.light({ target: this.struck(), range: chosen.cells.filter((cell) => !this.struck().includes(cell)) });
    const stands = (can.activate ?? []).map((id) => this.position.units[id]?.cell).filter(Boolean);
    return board.light({ choice: [...Object.keys(can.walks ?? {}), ...stands] });
  }

  /** The targets of what is chosen, with a figure on them if there are such. */
  takes() {
    const taken = this.struck();
    return taken.length ? taken : (this.chosen?.cells ?? []);
  }

  /** Figures at which the chosen spell can be cast. */
  struck() {
    const taken = new Set(Object.values(this.position?.units ?? {}).map(({ cell }) => cell));
    return this.chosen?.cells?.filter((cell) => taken.has(cell)) ?? [];
  }
}
