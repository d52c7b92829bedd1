// The judges' desk: a call that is new since the page was opened is heard or felt, if this judge wishes so (off at first,
// remembered on this device), and stands in the title of the tab.
import { answers } from "./ui/answers.js";
import { onEachPage } from "./ui/pieces.js";
import { quietly } from "./ui/quietly.js";

let desk = null;
let buttons = [];
let title = "";
const key = (name) => `desk-${name}`;
const wished = (name) => quietly(() => localStorage.getItem(key(name))) === "on";
const callsOf = () => new Set([...desk.querySelectorAll("[data-call]")].map((call) => call.dataset.call));

let known = new Set();
let audio = null;

function beep() {
  audio ??= new AudioContext();
  [0, 0.25].forEach((after) => {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = 880;
    volume.gain.setValueAtTime(0.2, audio.currentTime + after);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + after + 0.2);
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + after);
    tone.stop(audio.currentTime + after + 0.2);
  });
}

const ALARMS = { sound: beep, vibration: () => navigator.vibrate?.([200, 100, 200]) };

function alarm() {
  if (!desk?.isConnected) return;
  const fresh = [...callsOf()].filter((call) => !known.has(call));
  known = callsOf();
  document.title = known.size ? `(${known.size}) ${title}` : title;
  if (!fresh.length) return;
  desk.dispatchEvent(new CustomEvent("desk-call", { bubbles: true }));
  Object.keys(ALARMS).filter(wished).forEach((name) => ALARMS[name]());
}

function draw() {
  for (const button of buttons) button.setAttribute("aria-pressed", String(wished(button.dataset.alarm)));
}

function listen(button) {
  if (button.dataset.alarm === "vibration") button.hidden = !("vibrate" in navigator);
  button.addEventListener("click", () => {
    const { alarm: name } = button.dataset;
    quietly(() => localStorage.setItem(key(name), wished(name) ? "off" : "on"));
    draw();
    if (wished(name)) ALARMS[name](); // what it will be like; a browser plays sound only after a tap
  });
}

// A change draws the desk anew: results taken on trust stay open or folded, as the judge left them.
let unfolded = null;

function keepFold() {
  if (!desk?.isConnected) return;
  const onTrust = desk.querySelector("[data-on-trust]");
  if (onTrust && unfolded !== null) onTrust.open = unfolded;
}

function begin(root) {
  desk = root.querySelector("[data-desk]");
  if (!desk) return;
  buttons = [...root.querySelectorAll("[data-alarm]")];
  title = document.title;
  known = callsOf();
  unfolded = null;
  desk.addEventListener("toggle", ({ target }) => { unfolded = target.open; }, { capture: true });
  buttons.forEach(listen);
  draw();
  alarm();
}

answers();
onEachPage(begin);
document.addEventListener("htmx:load", keepFold);
document.addEventListener("htmx:load", alarm);
