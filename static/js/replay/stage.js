// What is seen to happen on the board: figures glide, hits shake with their number, dice tumble, KOs and GG fly to the score.
import { CELL, centreOf } from "../board/geometry.js";
import { html, svg } from "../board/svg.js";
import { DICE_SECONDS } from "./timeline.js";

const SHAKE = [0, -4, 4, -3, 3, 0].map((x) => ({ translate: `${x}px 0` }));
const SIGN = { hit: "−", heal: "+" };

export class Stage {
  /** `scoreOf(side)`: the element that shows a side's GG; `tray`: where dice are laid. */
  constructor(board, { tray, icons, scoreOf, isDuel = true, tally = "GG", calm = matchMedia("(prefers-reduced-motion: reduce)") }) {
    Object.assign(this, { board, tray, icons, scoreOf, isDuel, tally, calm, running: [], laid: [] });
    this.layer = svg("g", { class: "layer-stage", "aria-hidden": "true" });
    board.element.append(this.layer);
  }

  /** The board shows the position after it already. */
  play(happened, speed = 1) {
    this.clear();
    this.speed = speed;
    const rolled = happened.some(({ kind }) => kind === "dice") && !this.calm.matches;
    for (const each of happened) this[each.kind]?.(each, each.kind === "dice" || !rolled ? 0 : DICE_SECONDS * 1000);
  }

  clear() {
    for (const animation of this.running) animation.cancel();
    for (const element of this.laid) element.remove();
    this.running = [];
    this.laid = [];
    this.tray.replaceChildren();
  }

  animate(element, keyframes, milliseconds, delay = 0) {
    if (!element || this.calm.matches) return null;
    const animation = element.animate(keyframes, { duration: milliseconds / this.speed, delay: delay / this.speed, easing: "ease-in-out", fill: "backwards" });
    this.running.push(animation);
    return animation;
  }

  /** Something that is there for the time of its animation only. */
  passing(element, keyframes, milliseconds, delay) {
    this.laid.push(element);
    this.animate(element, keyframes, milliseconds, delay)?.addEventListener("finish", () => element.remove());
  }

  figure(id) {
    return this.board.layers.figures.querySelector(`[data-unit="${CSS.escape(id)}"]`);
  }

  move({ id, from, to }) {
    const [x1, y1] = centreOf(from, this.board.near, this.board.size);
    const [x2, y2] = centreOf(to, this.board.near, this.board.size);
    this.animate(this.figure(id), [{ translate: `${x1 - x2}px ${y1 - y2}px` }, { translate: "0 0" }], 280);
  }

  arrive({ id }) {
    this.animate(this.figure(id), [{ opacity: 0 }, { opacity: 1 }], 280);
  }

  hit({ id, cell, amount }, delay) {
    this.animate(this.figure(id), SHAKE, 360, delay);
    this.number(cell, `${SIGN.hit}${amount}`, "hit", delay);
  }

  heal({ cell, amount }, delay) {
    this.number(cell, `${SIGN.heal}${amount}`, "heal", delay);
  }

  ko({ cell, side }, delay) {
    this.number(cell, "KO", "hit", delay);
    if (this.isDuel) this.fly("KO", this.rectOf(cell), side === "A" ? "B" : "A", delay); // of more players the GG say who scored
  }

  glory({ side, amount }, delay) {
    const text = `${amount > 0 ? "+" : "−"}${Math.abs(amount)} ${this.tally}`;
    this.fly(text, this.board.element.getBoundingClientRect(), side, delay);
  }

  dice({ faces }) {
    const dice = faces.map((face) => this.die(face));
    this.tray.replaceChildren(...dice);
    dice.forEach((die, i) => {
      this.animate(die, [{ rotate: "-540deg", translate: "0 -3rem" }, { rotate: "0deg", translate: "0 0" }], DICE_SECONDS * 900, i * 60);
      this.passing(die, [{ opacity: 1 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], DICE_SECONDS * 2600, 0); // they cover cells
    });
  }

  die(face) {
    const name = face.split(">").at(-1).replace("/", "-");
    return html("span", { class: "die" }, svg("svg", {}, svg("use", { href: `${this.icons}#${name}` })));
  }

  number(cell, text, kind, delay) {
    const [x, y] = centreOf(cell, this.board.near, this.board.size);
    const drawn = svg("text", { class: `struck struck-${kind}`, x, y: y + 6 }, text);
    this.layer.append(drawn);
    this.passing(drawn, [{ translate: "0 0", opacity: 0 }, { translate: "0 0", opacity: 1, offset: 0.05 }, { translate: `0 ${-CELL * 0.7}px`, opacity: 1, offset: 0.7 }, { translate: `0 ${-CELL}px`, opacity: 0 }], 900, delay);
  }

  rectOf(cell) {
    return this.board.cells.get(cell).getBoundingClientRect();
  }

  /** Over the page, from there to the score of a side. Who wants no motion reads it in the score alone. */
  fly(text, from, side, delay) {
    const score = this.scoreOf(side);
    if (this.calm.matches || !score) return;
    const to = score.getBoundingClientRect();
    const [x1, y1] = [from.left + from.width / 2, from.top + from.height / 2];
    const [x2, y2] = [to.left + to.width / 2, to.top + to.height / 2];
    const flying = html("span", { class: `flying flying-${side.toLowerCase()}`, "aria-hidden": "true" }, text);
    document.body.append(flying);
    this.passing(flying, [{ translate: `${x1}px ${y1}px`, scale: 1.6 }, { translate: `${x2}px ${y2}px`, scale: 1 }], 800, delay);
    this.animate(score, [{ scale: 1 }, { scale: 1.35 }, { scale: 1 }], 300, delay + 750);
  }
}
