// The figures of the player whose turn it is, in the order of the timeline: each always in the same place.
import { portraitPicture } from "../board/portraits.js";
import { fill, html } from "../board/svg.js";

/** Who is shown: the side that places or acts; summons behind their summoner. */
export function figuresOf(position, side) {
  const ours = Object.entries(position.units).filter(([, unit]) => unit.side === side && (unit.cell || !unit.summon));
  const own = ours.filter(([, unit]) => !unit.summon);
  return own.flatMap(([id, unit]) => [[id, unit], ...ours.filter(([name, each]) => each.summon && name.startsWith(`${id}/`))]);
}

function kindOf(id, unit, { position, actor }) {
  if (position.turn > 0 && !unit.cell) return "out";
  if (id === position.active) return "active";
  return id === actor ? "next" : "waiting";
}

export class Timeline {
  /** `onTap(id, unit)`. */
  constructor(place, { words, onTap }) {
    Object.assign(this, { place, words, onTap });
    place.addEventListener("click", (event) => {
      const button = event.target.closest("[data-figure]");
      if (button) this.onTap(button.dataset.figure);
    });
  }

  /** `side` is shown; `can`: the names of figures that may begin their turn. */
  show(position, { side, can, actor }) {
    const focused = this.place.contains(document.activeElement) ? document.activeElement.dataset.figure : null;
    const buttons = figuresOf(position, side).map(([id, unit]) => this.button(id, unit, { position, can, actor }));
    this.place.replaceChildren(...buttons);
    const now = buttons.find((button) => button.matches(".is-active, .is-next"));
    if (now) this.place.scrollLeft = now.offsetLeft + now.offsetWidth - this.place.clientWidth; // in view, also of many
    if (focused) buttons.find((button) => button.dataset.figure === focused)?.focus({ preventScroll: true });
  }

  stands({ cell, hp, injuries }, kind) {
    return kind === "out" ? [] : [cell ?? this.words.unplaced, hp ? fill(this.words.hp, { left: hp - injuries, all: hp }) : ""];
  }

  button(id, unit, { position, can, actor }) {
    const kind = kindOf(id, unit, { position, actor });
    const state = { active: this.words.active, out: this.words.ko }[kind] ?? (can.includes(id) ? this.words.activate : "");
    const left = unit.hp ? `${unit.hp - unit.injuries}/${unit.hp}` : "";
    const carried = unit.rewards?.length ?? 0;
    const carries = carried ? fill(this.words.carries, { rewards: unit.rewards.map(({ name, up }) => (up ? name : this.words.faceDown)).join(", ") }) : "";
    return html("button", { type: "button", class: `timeline-figure is-${kind}`, "data-figure": id, title: carries || null, "aria-pressed": kind === "active", "aria-label": [unit.name, ...this.stands(unit, kind), state].filter(Boolean).join(", ") },
      portraitPicture(unit), html("span", { class: "timeline-label" }, unit.initial), html("span", { class: "timeline-hp" }, kind === "out" ? this.words.ko : left, carried ? html("span", { class: "timeline-carries", "aria-hidden": "true" }, ` ★${carried}`) : null));
  }
}
