// <span class="timer" data-ends-at="ISO"> counts down by the server's clock; data-paused="seconds" stands still (the page says why).
import { inside } from "./pieces.js";
import { knowsServerTime, serverTime } from "./server-time.js";

const ENDING = 5 * 60;
const PATIENCE = 2000;
const begun = Date.now();

const pad = (n) => String(n).padStart(2, "0");

function asClock(seconds) {
  const left = Math.abs(Math.trunc(seconds));
  const [h, m, s] = [Math.trunc(left / 3600), Math.trunc(left / 60) % 60, left % 60];
  return `${seconds < 0 ? "−" : ""}${h ? `${h}:${pad(m)}` : m}:${pad(s)}`;
}

/** A clock whose label can say "Overtime" needs no minus. */
const labelOf = (element) => (element.previousElementSibling?.matches("[data-over]") ? element.previousElementSibling : null);

export function countdowns(root) {
  inside(root, "[data-ends-at], [data-paused]").forEach((element) => {
    const { endsAt, paused } = element.dataset;
    const seconds = () => (paused ? Number(paused) : (Date.parse(endsAt) - serverTime()) / 1000);
    const label = labelOf(element);
    const before = label?.textContent;
    const show = () => {
      const left = seconds();
      element.textContent = asClock(label ? Math.abs(left) : left);
      // Also back again: a device's wrong clock may have begun the overtime.
      if (label) label.textContent = left < 0 ? label.dataset.over : before;
      element.dataset.state = left < 0 ? "over" : left < ENDING ? "ending" : "running";
      if (element.isConnected && !paused) setTimeout(show, 1000 - (Date.now() % 1000));
    };
    // Meanwhile the page says when the time ends, because this device's clock may be wrong.
    const wait = () => {
      if (knowsServerTime() || Date.now() - begun >= PATIENCE || paused) show();
      else setTimeout(wait, 99);
    };
    wait();
  });
}
