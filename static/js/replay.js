// The replay page: one film, shown on the board, in the panels, in words and on the graphs, all at the same action.
import { boardFrame, readJson } from "./board/frame.js";
import { Film } from "./replay/film.js";
import { Graphs } from "./replay/graphs.js";
import { findingNotice, Log } from "./replay/log.js";
import { Panels } from "./replay/panels.js";
import { proofBadge } from "./replay/proof.js";
import { Reach } from "./replay/reach.js";
import { Share } from "./replay/share.js";
import { Sound } from "./replay/sound.js";
import { Stage } from "./replay/stage.js";
import { onSwipe } from "./replay/swipe.js";
import { fightStart, happenings, secondsOf, turnsOf } from "./replay/timeline.js";
import { Transport } from "./replay/transport.js";
import { onceLoaded } from "./ui/loaded.js";

const { board, words, names, near, order, icons, film: address, reach: reachAddress } = readJson("replay-data");
const root = document.querySelector("[data-replay-root]");
const place = (name) => document.querySelector(`[data-${name}]`);

const playOn = document.getElementById("play-on");

const sidePlaces = () => Object.fromEntries(order.map((side) => [side, place(`side-${side.toLowerCase()}`)]));

/** The cells that an action was about: where it came from, where it went, and those again where a rule was broken. */
function lightsOf(step, findings) {
  const cells = step?.cells ?? [];
  const unproved = step && step.proof !== "proved" ? { [step.proof]: cells } : {};
  return { from: step?.from ?? [], target: cells, ...unproved, fault: findings.length ? cells : [] };
}

/** Where GG and KOs fly to: the score of the side, or on a phone, where that is out of sight, the one above the board. */
function scoreOf(side) {
  const score = place(`side-${side.toLowerCase()}`).querySelector("[data-score]");
  return score.getBoundingClientRect().bottom < innerHeight ? score : place("table");
}

/** While a game plays by itself, a voice could not follow: it says what happened, not each step of a walk. */
const isWorthSaying = (happened, step) => step.turn || happened.some(({ kind }) => kind !== "move" && kind !== "kamas");

class Page {
  constructor(film) {
    this.count = null;
    this.lights = {};
    const onSeek = (count) => this.transport.go(count);
    this.take(film, onSeek); // first: it measures, and nothing is written yet
    this.scene = boardFrame(root, { board, words, near, onCell: (cell) => this.reach?.cell(cell) });
    this.panels = new Panels({ ...sidePlaces(), table: place("table") }, words, names, order);
    this.stage = new Stage(this.scene.board, { tray: place("dice"), icons, scoreOf, isDuel: order.length === 2, tally: words.tally });
    this.sound = new Sound(place("sound"));
    this.share = place("share") ? new Share(place("share"), { words, count: () => this.count }) : null;
    if (place("reach")) this.reach = this.reaching();
    const help = place("help");
    this.transport = new Transport(root, film, {
      words, turns: this.turns, start: fightStart(this.turns), isLive: isLive(), pace: (count) => this.pace(count), show: (count, how) => this.show(count, how), onHelp: () => (help.open = !help.open),
    });
    onSwipe(place("board-place"), { isFree: () => this.scene.board.view.zoom < 1.01, go: (way) => onSeek(this.count + way) });
  }

  take(film, onSeek) {
    Object.assign(this, { film, turns: turnsOf(film) });
    this.graphs = new Graphs({ glory: place("race"), health: place("health"), swings: place("swings") }, film, { turns: this.turns, words, names, onSeek, sides: order });
    this.log = new Log(place("log"), film, { words, names, onSeek });
  }

  /** The game has gone on: who was at its end sees what is new, step by step. */
  follow(film) {
    this.take(film, (count) => this.transport.go(count));
    this.transport.follow(film, { turns: this.turns, start: fightStart(this.turns) });
  }

  reaching() {
    const parts = { section: place("reach"), unit: place("reach-unit"), spells: place("reach-spells"), aim: place("aim") };
    return new Reach(parts, { scene: this.scene, words, address: reachAddress, onClear: () => this.scene.board.light(this.lights) });
  }

  /** What is seen on the way from the action before to this one. */
  happened(count) {
    return count > 0 ? happenings(this.film.at(count - 1), this.film.at(count), this.film.steps[count - 1]) : [];
  }

  pace(count) {
    return secondsOf(this.happened(count));
  }

  show(count, { dragging = false, playing = false, speed = 1 }) {
    const way = this.count === null || dragging ? 0 : count - this.count;
    const happened = this.happened(count);
    const step = this.film.steps[count - 1];
    const findings = this.film.findingsAt(count - 1);
    const position = this.film.at(count);
    this.count = count;
    this.scene.show(position);
    this.lights = lightsOf(step, findings);
    this.scene.board.light(this.lights);
    this.reach?.show(count, position);
    this.panels.show(position);
    if (!dragging) this.log.show(count); // the words follow when the thumb is let go: thousands of lines are slow to scroll
    this.graphs.show(count);
    this.share?.show(count);
    if (playOn) playOn.value = count;
    this.tell(step, findings, { playing, happened });
    this.enact(way, happened, speed);
  }

  /** One step on is acted out; one step back only glides; anything else is simply there. */
  enact(way, happened, speed) {
    if (way !== 1) return this.stage.clear();
    this.stage.play(happened, speed);
    this.sound.play(happened, speed);
  }

  tell(step, findings, { playing, happened }) {
    const told = step?.words ?? words.beforeAll;
    place("now").replaceChildren(told, " ", ...[proofBadge(step?.proof, words)].filter(Boolean));
    place("findings").replaceChildren(...findings.map(findingNotice));
    if (place("result")) place("result").hidden = this.count !== this.film.length;
    if (!playing || (step && isWorthSaying(happened, step))) this.say(told, findings);
  }

  /** At the slider the words are its value, and heard as that. */
  say(told, findings) {
    const isAtSlider = document.activeElement?.matches("[data-transport=slider]");
    place("said").textContent = [isAtSlider ? "" : told, ...findings.map(({ message }) => message)].filter(Boolean).join(" ");
  }
}

const shown = () => place("shown")?.dataset.shown;
const isLive = () => place("shown")?.hidden === false; // its own players see it as any replay
const standing = () => place("live-game")?.innerText.trim();
let seen = null;
let stands = standing();

async function filmOfGame() {
  const answer = await fetch(address, { headers: { Accept: "application/json" }, cache: seen ? "no-cache" : "default" });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return new Film(await answer.json());
}

/** Read out where it has changed: the part that says so comes anew with each turn. */
function sayHowItStands() {
  if (standing() && standing() !== stands) place("said").textContent = standing();
  stands = standing();
}

/** js/live.js has brought another state of the game. */
async function followed(page) {
  sayHowItStands();
  if (!shown() || shown() === seen) return;
  seen = shown();
  const film = await filmOfGame().catch(() => null);
  if (film) page.follow(film);
}

async function open() {
  try {
    const page = new Page(await filmOfGame());
    seen = shown();
    root.dataset.ready = String(page.count !== null);
    document.addEventListener("htmx:load", () => followed(page));
  } catch {
    place("now").textContent = words.noFilm;
  }
  onceLoaded(() => (document.body.dataset.loaded = "true")); // its font waits until the board is there
}

open();
