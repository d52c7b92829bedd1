// What can be done now, as the server's engine says: buttons, and lit cells on the board.
import { fill, html } from "../board/svg.js";

/** Why not; where it is a spell that reaches nobody, it can be looked at on the board all the same. */
function withReason({ label, why, reach, number }, words, chosen) {
  const look = { type: "button", class: "button button-small", "data-offer": number, "aria-pressed": chosen, "aria-label": fill(words.lookAt, { name: label }) };
  const reason = html("span", { class: "soft", title: why.line }, why.article ? `${why.article}: ` : "", why.message);
  return html("li", {}, reach ? html("button", look, label) : html("strong", {}, label), " ", reason);
}

function folded(title, offers, inside, open = false) {
  return offers.length ? html("details", { class: "why-not", open: open ? "" : null }, html("summary", {}, title), inside(offers)) : "";
}

export class Offers {
  constructor(place, { scene, words, aim, onEnter, onDeclare }) {
    Object.assign(this, { place, scene, words, aim, onEnter, onDeclare, offers: [], chosen: null, position: null });
    place.addEventListener("click", (event) => {
      const button = event.target.closest("[data-offer]");
      if (button) this.choose(this.offers[Number(button.dataset.offer)]);
    });
  }

  unitName(id) {
    return this.position?.units[id]?.name ?? id ?? "";
  }

  show(table) {
    this.position = table.position;
    this.offers = table.offers;
    this.chosen = this.lit();
    this.draw();
  }

  /** Placing the next figure and moving need no button: their cells are lit from the start. */
  lit() {
    return this.offers.find((offer) => offer.cells && !offer.choose && ["place", "move"].includes(offer.do)) ?? null;
  }

  /** Without the server nobody knows what is legal: a tapped cell is a move, and the form takes the rest. */
  cutOff(cut) {
    this.isCut = cut;
    this.place.classList.toggle("is-old", cut);
  }

  choose(offer) {
    const shown = offer.cells || offer.reach;
    if (!shown && !offer.choose) return this.enter(offer, offer.action);
    this.chosen = this.chosen === offer || !shown ? this.lit() : offer;
    this.draw();
    if (offer.choose) this.pick(offer);
  }

  /** Which token it is stands on the token: a list to choose from. Where it goes is tapped on the board after that. */
  pick(offer) {
    const options = offer.choose.options.map(({ value, label }) => html("option", { value }, label));
    const list = html("select", { class: "pick", "aria-label": this.words.chooseReward }, html("option", { value: "" }, this.words.chooseReward), ...options);
    list.addEventListener("change", () => {
      if (!list.value) return;
      const action = { ...offer.action, [offer.choose.field]: list.value };
      if (!offer.cells) return this.enter(offer, action);
      this.chosen = { ...offer, choose: null, action };
      this.draw();
    });
    this.place.querySelector("[data-pick]").replaceChildren(list);
    list.focus();
  }

  cell(cell) {
    const offer = this.chosen;
    if (offer?.cells && !offer.choose && cell in offer.cells) this.enter(offer, { ...offer.action, [offer.field]: offer.cells[cell] }, cell);
    else if (offer?.reach) this.aim.explain(cell);
    else if (this.isCut) this.onEnter({ do: "move", to: cell }, `→ ${cell}`);
  }

  /** What only the card knows is asked before the entry goes out. */
  async enter(offer, action, target) {
    const told = offer.declare ? await this.onDeclare({ offer, target, units: this.position.units }) : {};
    if (told) this.onEnter({ ...action, ...told }, target ? `${offer.label} → ${target}` : offer.label);
  }

  draw() {
    const hadFocus = this.place.contains(document.activeElement) && document.activeElement.textContent;
    const numbered = this.offers.map((offer, number) => ({ ...offer, number }));
    const possible = numbered.filter((offer) => !offer.why);
    const refused = numbered.filter((offer) => offer.why);
    this.place.replaceChildren(
      this.buttons(possible.filter((offer) => !offer.rare)),
      html("div", { "data-pick": "" }),
      this.refused(refused),
      folded(this.words.rare, possible.filter((offer) => offer.rare), (rare) => this.buttons(rare)));
    this.light();
    if (hadFocus) this.focus(hadFocus);
  }

  buttons(offers) {
    return html("div", { class: "offer-buttons" }, ...offers.map((offer) => this.button(offer)));
  }

  button({ number, label, cost, cells }) {
    const next = this.position.active ? null : this.offers.find((offer) => !offer.why && offer.do === "activate");
    const kind = next === this.offers[number] ? "button button-primary" : "button";
    return html("button", { type: "button", class: kind, "data-offer": number, "aria-pressed": cells ? this.isChosen(number) : null },
      label, cost ? html("span", { class: "cost" }, cost) : null);
  }

  refused(offers) {
    const reasons = (all) => html("ul", { class: "small" }, ...all.map((offer) => withReason(offer, this.words, this.isChosen(offer.number))));
    return folded(`${this.words.notNow} (${offers.length})`, offers, reasons, offers.some(({ number }) => this.isChosen(number)));
  }

  isChosen(number) {
    return this.offers[number] === this.chosen;
  }

  /** The keyboard stays where it was: on the same offer, or else on the first that there is now. */
  focus(label) {
    const buttons = [...this.place.querySelectorAll("button")].filter((button) => button.checkVisibility());
    const here = buttons.find((button) => button.textContent === label) ?? buttons[0] ?? this.place;
    here.focus({ preventScroll: true });
  }

  light() {
    const { chosen } = this;
    this.aim.clear();
    if (chosen?.reach) return this.aim.show(chosen.label, chosen.reach, this.position);
    const cells = chosen?.cells && !chosen.choose ? Object.keys(chosen.cells) : [];
    return this.scene.board.light({ [chosen?.declare ? "range" : "choice"]: cells });
  }
}
