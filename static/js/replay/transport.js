// Play, step, jump, scrub. The place in the game is also the address, counted as the lines are: #action=42 is line 42.
const SPEEDS = { 1: 900, 2: 450, 4: 220 };

export class Transport {
  constructor(root, film, { words, show }) {
    Object.assign(this, { film, show, count: 0, timer: null });
    this.find = (name) => root.querySelector(`[data-transport=${name}]`);
    this.slider = this.find("slider");
    this.slider.max = film.length;
    this.findings = [...new Set(film.findings.filter(({ action }) => action !== null).map(({ action }) => action + 1))].sort((a, b) => a - b);
    if (!this.findings.length) this.without(this.find("finding"), words.noFindings);
    this.listen();
    this.fromAddress();
  }

  listen() {
    this.slider.addEventListener("input", () => this.scrub());
    this.slider.addEventListener("change", () => this.go(Number(this.slider.value)));
    this.find("next").addEventListener("click", () => this.go(this.count + 1));
    this.find("previous").addEventListener("click", () => this.go(this.count - 1));
    this.find("play").addEventListener("click", () => this.toggle());
    this.find("finding").addEventListener("click", () => this.toNextFinding());
    this.find("speed").addEventListener("change", () => this.timer && this.play());
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => this.fromAddress());
  }

  without(button, words) {
    button.disabled = true;
    button.querySelector("span").textContent = words;
  }

  fromAddress() {
    this.pause();
    const action = /^#action=(\d+)$/.exec(location.hash);
    this.turnTo(action ? Number(action[1]) : this.count);
  }

  /** Whoever goes somewhere by hand wants to look at it: playing stops there. */
  go(count) {
    this.pause();
    this.turnTo(count);
    history.replaceState(null, "", this.count ? `#action=${this.count}` : location.pathname + location.search);
  }

  turnTo(count, { dragging = false } = {}) {
    this.count = Math.max(0, Math.min(this.film.length, count));
    this.slider.value = this.count;
    this.slider.setAttribute("aria-valuetext", this.film.steps[this.count - 1]?.words ?? "");
    this.show(this.count, dragging);
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
    if (this.count >= this.film.length) this.turnTo(0);
    this.timer = setInterval(() => this.tick(), SPEEDS[this.find("speed").value]);
    this.face("playing");
  }

  tick() {
    if (this.count < this.film.length) this.turnTo(this.count + 1);
    else this.go(this.count);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.face("paused");
  }

  /** The button says what it does now. */
  face(state) {
    this.find("play").querySelectorAll("[data-while]").forEach((face) => (face.hidden = face.dataset.while !== state));
  }

  key(event) {
    const actions = { ".": () => this.go(this.count + 1), ",": () => this.go(this.count - 1), n: () => this.toNextFinding(), p: () => this.toggle() };
    if (event.target.matches("input:not([type=range]), textarea, select, dialog[open] *") || event.ctrlKey || event.altKey || event.metaKey || !actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }
}
