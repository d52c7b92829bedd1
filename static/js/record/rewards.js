// Demonic Rewards by picture, in one grid: filtered by rank and by what is left, searchable; a tap chooses.
import { fill, html, svg } from "../board/svg.js";
import { has, lay, putPanelAway, readOut } from "./focus.js";

const PICTURES = {
  boost: "M-3-11 8-2H2L5 11-8 1H-1Z",
  buff: "M0-11A11 11 0 1 1-.1-11ZM0-6V6M-6 0H6",
  weapon: "M-10 10 6-6M6-6 10-10 8-3ZM-8 4-4 8",
  set: "M-8-9 0-6 8-9 11-3 7-1V10H-7V-1L-11-3Z",
  pet: "M-8-6A3 3 0 1 1-7.9-6ZM0-9A3 3 0 1 1 .1-9ZM8-6A3 3 0 1 1 8.1-6ZM-7 6Q0-7 7 6Q0 12-7 6Z",
  technique: "M-9-4H-4V-9H0V-6H5V-2H9V6L4 10H-6L-9 6Z",
  trophy: "M-6-10H6V-2A6 6 0 0 1-6-2ZM-2 4H2V8H6V11H-6V8H-2Z",
  equipment: "M0-11 9-7V1Q8 8 0 11-8 8-9 1V-7Z",
  secret: "M-5-5Q-4-11 1-10 6-8 3-3 0-1 0 3M0 7V9",
};

export const pictureOf = ({ kind }) =>
  svg("svg", { viewBox: "-13 -13 26 26", class: `reward-picture reward-${kind ?? "secret"}`, "aria-hidden": "true" }, svg("path", { d: PICTURES[kind] ?? PICTURES.equipment }));

const plain = (text) => text.normalize("NFKD").replaceAll(/\p{Mn}/gu, "").toLowerCase();

/** How well letters name a token: its beginning or its initials (0), the beginning of a word (1), anywhere (2); else null. */
function fit(label, letters) {
  const name = plain(label);
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (name.startsWith(letters) || words.map((word) => word[0]).join("").startsWith(letters)) return 0;
  if (words.some((word) => word.startsWith(letters))) return 1;
  return name.includes(letters) ? 2 : null;
}

/** What is left to be turned up: not yet seen in this game; of what the typed letters find, those of the rank and then the best first. */
export function shown(options, { used = [], typed = "", all = false }) {
  const gone = new Set(used);
  const letters = plain(typed.trim());
  const found = options.filter(({ value }) => all || !gone.has(value)).map((option) => [fit(option.label, letters), option]);
  return found.filter(([how]) => how !== null).sort(([one, { of_rank: a }], [other, { of_rank: b }]) => Boolean(b) - Boolean(a) || one - other).map(([, option]) => option);
}

const tile = (option, onPick) => {
  const made = html("button", { type: "button", class: "reward-tile", "data-reward": option.value, title: option.effect || null }, pictureOf(option), html("span", {}, option.label));
  made.addEventListener("click", () => onPick(option.value));
  return made;
};

/** The tiles; where a pile is meant, those known to be of its rank under a heading, and those of which nobody knows it. */
function grouped(found, words, onPick) {
  const [known, open] = [true, false].map((is) => found.filter(({ of_rank }) => of_rank === is));
  const group = (title, options) => (options.length ? [html("p", { class: "reward-rank" }, title), ...options.map((option) => tile(option, onPick))] : []);
  const rest = found.filter(({ of_rank }) => of_rank === undefined).map((option) => tile(option, onPick));
  return [...rest, ...group(words.ofRank, known), ...group(words.rankUnknown, open)];
}

export class Rewards {
  constructor(place, words) {
    Object.assign(this, { place, words });
  }

  get isOpen() {
    return !this.place.hidden;
  }

  /** Asks for one token, and says why; `onPick(value)` gets it, `onClose` is called where it is put away. `from`: the button that asked. */
  ask({ title, why = "", options, used, onPick, onClose = () => {}, from = null }) {
    this.from = from;
    const grid = html("div", { class: "reward-grid" });
    const search = html("input", { type: "search", "aria-label": this.words.searchReward, placeholder: this.words.searchReward, autocomplete: "off" });
    const all = html("input", { type: "checkbox" });
    const draw = () => {
      const found = shown(options, { used, typed: search.value, all: all.checked });
      grid.replaceChildren(...(found.length ? grouped(found, this.words, onPick) : [html("p", { class: "soft" }, this.words.noReward)]));
    };
    search.addEventListener("input", () => {
      draw();
      readOut(search.value.trim() && (grid.querySelector("button") ?? grid).textContent); // what Enter takes
    });
    search.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // or the same press answers what is asked next
      if (search.value.trim()) grid.querySelector("button")?.click();
    });
    all.addEventListener("change", draw);
    const away = html("button", { type: "button", class: "close-hand", "aria-label": this.words.later }, "×");
    away.addEventListener("click", () => {
      this.close();
      onClose();
    });
    const takes = !this.isOpen || has(this.place);
    draw();
    lay(this.place,
      html("p", { class: "hand-title" }, html("span", {}, title, why ? " " : "", why ? html("small", { class: "asks-why" }, why) : null), away),
      html("p", { class: "reward-tools" }, search, html("label", { class: "small" }, all, " ", this.words.alsoSeen)), grid);
    if (takes) grid.querySelector("button")?.focus({ preventScroll: true });
  }

  close() {
    putPanelAway(this.place, this.from);
  }
}

const ofPile = ({ rank, pile }, words) => ({ rank: words[`rank_${rank}`] ?? rank, pile });

/** How a flip is asked for. */
export const flipTitle = (flip, words) => fill(words.flipOne, ofPile(flip, words));

/** What a flip has shown. */
export const flipSaid = (flip, reward, words) => fill(words.flipped, { ...ofPile(flip, words), reward });
