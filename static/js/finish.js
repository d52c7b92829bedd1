// [data-finish]: the players of a table are tapped in the order of finish, then their tallies. What is tapped stands in the fields
// below it, which are sent as ever; what is typed there shows above.
import { inside } from "./ui/pieces.js";

const ABSENT = "absent";
const finishes = new WeakMap();

const fill = (field, value) => field.value !== value && (field.value = value);

class Finish {
  constructor(box) {
    Object.assign(this, { box, form: box.closest("form"), seats: [...box.querySelectorAll(".finish-seat")], before: [] });
    this.sharing = this.seats.slice(1).map((_, at) => this.shareButton(at + 1));
    this.part("shares").replaceChildren(...this.sharing);
    this.form.noValidate = true; // what lacks is said by name; what cannot be, by the server
    this.read();
    this.paint();
    this.part("shares").parentElement.open = this.now.order.some(({ shares }) => shares);
  }

  part(name) {
    return this.box.querySelector(`[data-${name}]`);
  }

  field(seat, kind) {
    return this.form.elements[seat.dataset[`${kind}Field`]];
  }

  /** What the fields say: `order` has the seats, and whether one shares the place of the one before. */
  read() {
    const place = (seat) => Number(this.field(seat, "place").value);
    const placed = this.seats.filter((seat) => place(seat) > 0).sort((one, other) => place(one) - place(other));
    const order = placed.map((seat, at) => ({ seat, shares: at > 0 && place(seat) === place(placed[at - 1]) }));
    const absent = this.seats.filter((seat) => this.field(seat, "place").value === ABSENT);
    const tallies = new Map(this.seats.map((seat) => [seat, this.field(seat, "tally").value]).filter(([, value]) => value));
    this.now = { order, absent, tallies, asked: null };
  }

  get ending() {
    return this.form.elements.ending.value;
  }

  get winnerHasAll() {
    return this.box.dataset.winnerHasAll.split(" ").includes(this.ending);
  }

  /** Those whose tally is asked, in the order of finish. */
  get counted() {
    const { order } = this.now;
    return order.slice(0, this.winnerHasAll ? 1 : order.length).map(({ seat }) => seat);
  }

  get asked() {
    const { tallies, asked } = this.now;
    return this.counted.includes(asked) ? asked : this.counted.find((seat) => !tallies.has(seat)) ?? null;
  }

  get untapped() {
    const { order, absent } = this.now;
    return this.seats.filter((seat) => !absent.includes(seat) && order.every((each) => each.seat !== seat));
  }

  step(change) {
    const { order, absent, tallies, asked } = this.now;
    this.before.push(this.now);
    this.now = { order: order.map((each) => ({ ...each })), absent: [...absent], tallies: new Map(tallies), asked };
    change(this.now);
    this.write();
  }

  tap(seat) {
    if (this.isLastOfAll(seat)) return; // placed by itself, and now tapped as the page asks: the place stays
    this.step((now) => {
      now.absent = now.absent.filter((each) => each !== seat);
      const at = now.order.findIndex((each) => each.seat === seat);
      if (at >= 0) now.order.splice(at);
      else this.place(now, seat);
    });
  }

  isLastOfAll(seat) {
    return this.now.order.at(-1)?.seat === seat && !this.untapped.length;
  }

  // Who is left alone is last.
  place({ order }, seat) {
    order.push({ seat, shares: false });
    const [last, ...others] = this.untapped;
    if (last && !others.length) order.push({ seat: last, shares: false });
  }

  leaveOut(seat) {
    this.step((now) => {
      const isBack = now.absent.includes(seat);
      now.absent = isBack ? now.absent.filter((each) => each !== seat) : [...now.absent, seat];
      now.order = now.order.filter((each) => each.seat !== seat);
      if (now.order.length) now.order[0].shares = false;
      now.tallies.delete(seat);
    });
  }

  /** For each in the order of finish after the first: whether they share the place of the one before. */
  shareButton(at) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "button button-small" });
    button.addEventListener("click", () => this.step(({ order }) => (order[at].shares = !order[at].shares)));
    return button;
  }

  count(number) {
    const seat = this.asked;
    if (!seat) return;
    this.step((now) => {
      now.tallies.set(seat, number);
      now.asked = this.counted.find((each) => !now.tallies.has(each)) ?? seat;
    });
  }

  ask(seat) {
    this.now.asked = seat;
    this.paint();
  }

  back() {
    this.now = this.before.pop();
    this.write();
  }

  placesNow() {
    const places = new Map();
    this.now.order.forEach(({ seat, shares }, at) => places.set(seat, shares ? places.get(this.now.order[at - 1].seat) : at + 1));
    return places;
  }

  write() {
    const { absent, tallies } = this.now;
    const [places, counted] = [this.placesNow(), this.counted];
    for (const seat of this.seats) {
      fill(this.field(seat, "place"), absent.includes(seat) ? ABSENT : String(places.get(seat) ?? ""));
      const isNone = places.has(seat) && !counted.includes(seat);
      fill(this.field(seat, "tally"), isNone ? "0" : counted.includes(seat) ? (tallies.get(seat) ?? "") : "");
    }
    // what is tapped must not be drawn anew by js/live.js
    this.box.toggleAttribute("data-holds", this.before.length > 0);
    this.paint();
  }

  paint() {
    const places = this.placesNow();
    for (const seat of this.seats) {
      seat.querySelector("[data-place]").textContent = places.get(seat) ?? "";
      seat.querySelector("[data-taps]").setAttribute("aria-pressed", places.has(seat));
      seat.querySelector("[data-absent]")?.setAttribute("aria-pressed", this.now.absent.includes(seat));
    }
    this.part("back").disabled = !this.before.length;
    this.paintSharing();
    this.paintTallies();
    this.part("told").textContent = [...places].map(([seat, place]) => `${place}. ${seat.dataset.name}`).join(", ");
    this.part("lacks").hidden = true;
  }

  paintSharing() {
    const { words } = this.part("shares").dataset;
    const isFree = (at) => at > 0 || !("firstAlone" in this.box.dataset);
    this.sharing.forEach((button, at) => {
      const [other, one] = this.now.order.slice(at, at + 2);
      button.hidden = !one || !isFree(at);
      button.setAttribute("aria-pressed", Boolean(one?.shares));
      if (one) button.textContent = words.replace("[one]", one.seat.dataset.name).replace("[other]", other.seat.dataset.name);
    });
  }

  paintTallies() {
    const { asked, winnerHasAll } = this;
    const seats = this.counted.map((seat) => this.chipOf(seat, asked));
    this.part("of").replaceChildren(...seats);
    const value = asked && this.now.tallies.get(asked);
    for (const chip of this.box.querySelectorAll("[data-number]")) {
      chip.disabled = !asked && !this.counted.length;
      chip.hidden = winnerHasAll && chip.dataset.number === "0";
      chip.setAttribute("aria-pressed", chip.dataset.number === value);
    }
  }

  chipOf(seat, asked) {
    const chip = document.createElement("button");
    Object.assign(chip, { type: "button", className: "chip", textContent: `${seat.dataset.tally} ${this.now.tallies.get(seat) ?? "–"}` });
    chip.setAttribute("aria-pressed", seat === asked);
    chip.addEventListener("click", () => this.ask(seat));
    return chip;
  }

  /** Says what is still to be tapped; true if nothing is. */
  isWhole() {
    const left = this.untapped.map((seat) => seat.dataset.name);
    const uncounted = this.counted.filter((seat) => !this.now.tallies.has(seat)).map((seat) => seat.dataset.tally);
    const lacks = [...left, ...uncounted];
    const notice = this.part("lacks");
    notice.hidden = !lacks.length;
    notice.firstElementChild.textContent = lacks.length ? `${notice.dataset.lacks} ${lacks.join(", ")}` : "";
    return !lacks.length;
  }
}

const of = (target) => finishes.get(target.closest?.("[data-finish]"));
const ofForm = (form) => finishes.get(form?.querySelector("[data-finish]"));

function press({ target }) {
  const tapped = of(target);
  const button = target.closest?.("button");
  if (!tapped || !button) return;
  const seat = button.closest(".finish-seat");
  if ("taps" in button.dataset) tapped.tap(seat);
  else if ("absent" in button.dataset) tapped.leaveOut(seat);
  else if ("back" in button.dataset) tapped.back();
  else if ("number" in button.dataset) tapped.count(button.dataset.number);
}

export function finish(root) {
  inside(root, "[data-finish]").forEach((box) => finishes.set(box, new Finish(box)));
}

document.addEventListener("click", press);
document.addEventListener("input", ({ target }) => {
  const typed = ofForm(target.form);
  if (!typed) return;
  if (target.name === "ending") typed.write();
  else if (target.closest("[data-typed]")) {
    typed.read();
    typed.paint();
  }
});
document.addEventListener("submit", (event) => {
  const tapped = ofForm(event.target);
  if (!tapped || event.target.querySelector("[data-typed]").open || tapped.isWhole()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });
finish(document);
// a panel that was asked for comes whole into view
document.addEventListener("htmx:load", ({ target }) => {
  finish(target);
  for (const box of inside(target, "[data-finish]")) box.closest("form").scrollIntoView({ block: "nearest" });
});
