// Play, step, jump, scrub. The place in the game is also the address, counted as the lines are: #action=42 is line 42.
import { turnFrom } from "./timeline.js";

const TYPING = "input:not([type=range]), textarea, select, dialog[open] *";
const MOST_PLAYED = 60; // actions that are acted out when a live game has gone on
const PRESSED_BY_SPACE = "button, summary, a, [data-cell]";

/** What a key does: a name of KEYS, or null where the key belongs to what has the focus. */
export function meaningOf(key, target, { isHeld = false } = {}) {
  const name = KEYS[key];
  if (!name || isHeld || target.matches(TYPING)) return null;
  if (key === " " && target.matches(PRESSED_BY_SPACE)) return null;
  return key.startsWith("Arrow") && target.matches("[data-cell]") ? null : name;
}

const KEYS = {
  ArrowRight: "next", ".": "next", ArrowLeft: "previous", ",": "previous", " ": "play", p: "play", Home: "first", End: "last",
  PageDown: "nextTurn", "]": "nextTurn", PageUp: "previousTurn", "[": "previousTurn", n: "finding", "?": "help",
};

/** Where a link leads: #action=42, or ?action=42 where a picture of the place is to be shown with it; null for neither. */
export function placeOf({ hash, search }) {
  const found = /^#action=(\d+)$/.exec(hash) ?? /[?&]action=(\d+)(?:&|$)/.exec(search);
  return found ? Number(found[1]) : null;
}

export class Transport {
  /** `pace(count)`: for how many seconds that place is looked at; `show(count, how)`; `isLive`: opens at its end. */
  constructor(root, film, { words, turns, start, pace, show, onHelp, isLive = false }) {
    Object.assign(this, { words, pace, show, onHelp, isLive, count: isLive ? film.length : start, timer: null });
    this.find = (name) => root.querySelector(`[data-transport=${name}]`);
    this.slider = this.find("slider");
    this.nextFinding = this.find("finding").querySelector("span").textContent;
    this.take(film, { turns, start });
    this.deeds = {
      next: () => this.go(this.count + 1), previous: () => this.go(this.count - 1), play: () => this.toggle(),
      first: () => this.go(this.count > this.start ? this.start : 0), last: () => this.go(this.film.length),
      nextTurn: () => this.go(this.turnFrom(1)), previousTurn: () => this.go(this.turnFrom(-1)),
      finding: () => this.toNextFinding(), help: () => this.onHelp(),
    };
    this.listen();
    this.fromAddress();
  }

  listen() {
    this.slider.addEventListener("input", () => this.scrub());
    this.slider.addEventListener("change", () => this.go(Number(this.slider.value)));
    for (const [name, deed] of Object.entries(this.deeds)) this.find(name)?.addEventListener("click", deed);
    this.find("speed").addEventListener("change", () => this.timer && this.play());
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => this.fromAddress());
  }

  take(film, { turns, start }) {
    Object.assign(this, { film, turns, start });
    this.slider.max = film.length;
    this.findings = [...new Set(film.findings.filter(({ action }) => action !== null).map(({ action }) => action + 1))].sort((a, b) => a - b);
    const button = this.find("finding");
    button.disabled = !this.findings.length;
    button.querySelector("span").textContent = this.findings.length ? this.nextFinding : this.words.noFindings;
  }

  /** A longer game, or one of which something was undone. */
  follow(film, { turns, start }) {
    const wasAtEnd = this.count >= this.film.length;
    this.take(film, { turns, start });
    if (wasAtEnd && this.count < film.length && film.length - this.count <= MOST_PLAYED) this.play();
    else this.turnTo(wasAtEnd ? film.length : this.count);
  }

  turnFrom(way) {
    return turnFrom(this.turns, this.count, way, this.film.length);
  }

  get speed() {
    return Number(this.find("speed").value);
  }

  fromAddress() {
    this.pause();
    this.turnTo(placeOf(location) ?? this.count);
  }

  /** Whoever goes somewhere by hand wants to look at it: playing stops there. */
  go(count) {
    this.pause();
    this.turnTo(count);
    history.replaceState(null, "", `${location.pathname}${location.search}#action=${this.count}`);
  }

  turnTo(count, { dragging = false } = {}) {
    this.count = Math.max(0, Math.min(this.film.length, count));
    this.slider.value = this.count;
    this.slider.setAttribute("aria-valuetext", this.film.steps[this.count - 1]?.words ?? "");
    this.show(this.count, { dragging, playing: this.timer !== null, speed: this.speed });
  }

  /** A thumb that is dragged says more places than can be painted: one a frame, and the address when it is let go. */
  scrub() {
    this.pause();
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.turnTo(Number(this.slider.value), { dragging: true });
    });
  }

  toNextFinding() {
    if (this.findings.length) this.go(this.findings.find((place) => place > this.count) ?? this.findings[0]);
  }

  toggle() {
    if (this.timer) this.go(this.count);
    else this.play();
  }

  play() {
    this.pause();
    if (this.count >= this.film.length) this.turnTo(this.start);
    this.wait();
    this.face("playing");
  }

  wait() {
    this.timer = setTimeout(() => this.tick(), (this.pace(this.count) * 1000) / this.speed);
  }

  tick() {
    if (this.count >= this.film.length) return this.isLive ? this.pause() : this.go(this.count); // an address would keep a live game from its end
    this.turnTo(this.count + 1);
    this.wait();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.face("paused");
  }

  /** The button says what it does now. */
  face(state) {
    this.find("play").querySelectorAll("[data-while]").forEach((face) => (face.hidden = face.dataset.while !== state));
  }

  key(event) {
    const isHeld = event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented;
    const meaning = meaningOf(event.key, event.target, { isHeld });
    if (!meaning) return;
    event.preventDefault();
    this.deeds[meaning]();
  }
}
