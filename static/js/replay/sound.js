// Short sounds, made by the browser itself: off until somebody turns them on, and that is remembered.
import { DICE_SECONDS } from "./timeline.js";

const KEY = "replay-sound";
const LOUDNESS = 0.12;

/** What is to be heard of a step: {after, seconds, shape, from, to} with frequencies in Hz. */
const TONES = {
  move: [{ after: 0, seconds: 0.05, shape: "triangle", from: 330, to: 300 }],
  dice: [0, 0.12, 0.22, 0.3].map((after) => ({ after, seconds: 0.03, shape: "square", from: 900, to: 500 })),
  hit: [{ after: 0, seconds: 0.18, shape: "sawtooth", from: 180, to: 60 }],
  heal: [{ after: 0, seconds: 0.25, shape: "sine", from: 440, to: 660 }],
  ko: [{ after: 0, seconds: 0.6, shape: "sawtooth", from: 300, to: 40 }],
  glory: [{ after: 0, seconds: 0.14, shape: "sine", from: 660, to: 660 }, { after: 0.15, seconds: 0.3, shape: "sine", from: 880, to: 880 }],
  kamas: [{ after: 0, seconds: 0.12, shape: "sine", from: 1200, to: 1500 }],
};

/** Each kind is heard once a step, and what the dice decide after them. */
export function tonesOf(happened) {
  const kinds = [...new Set(happened.map(({ kind }) => kind))];
  const later = kinds.includes("dice") ? DICE_SECONDS : 0;
  return kinds.flatMap((kind) => (TONES[kind] ?? []).map((tone) => ({ ...tone, after: tone.after + (kind === "dice" ? 0 : later) })));
}

export class Sound {
  constructor(button, storage = localStorage) {
    Object.assign(this, { button, storage, on: storage.getItem(KEY) === "on" });
    this.tell();
    button.addEventListener("click", () => this.turn(!this.on));
  }

  turn(on) {
    this.on = on;
    this.storage.setItem(KEY, on ? "on" : "off");
    this.tell();
    if (on) this.play([{ kind: "glory" }]);
  }

  tell() {
    this.button.setAttribute("aria-pressed", String(this.on));
  }

  play(happened, speed = 1) {
    if (!this.on || !happened.length) return;
    this.context ??= new AudioContext();
    for (const tone of tonesOf(happened)) this.note(tone, speed);
  }

  note({ after, seconds, shape, from, to }, speed) {
    const start = this.context.currentTime + after / speed;
    const end = start + seconds;
    const tone = new OscillatorNode(this.context, { type: shape, frequency: from });
    const loudness = new GainNode(this.context, { gain: LOUDNESS });
    tone.frequency.linearRampToValueAtTime(to, end);
    loudness.gain.setValueAtTime(LOUDNESS, start);
    loudness.gain.exponentialRampToValueAtTime(0.001, end);
    tone.connect(loudness).connect(this.context.destination);
    tone.start(start);
    tone.stop(end);
  }
}
