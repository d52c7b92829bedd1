// The replay page: one film, shown on the board, in the panels, in words and on the race, all at the same action.
import { boardFrame, readJson } from "./board/frame.js";
import { Film } from "./replay/film.js";
import { findingNotice, Log } from "./replay/log.js";
import { Panels } from "./replay/panels.js";
import { Race } from "./replay/race.js";
import { Reach } from "./replay/reach.js";
import { Transport } from "./replay/transport.js";

const { board, words, names, near, film: address, reach: reachAddress } = readJson("replay-data");
const root = document.querySelector("[data-replay-root]");
const place = (name) => document.querySelector(`[data-${name}]`);

/** The cells that an action was about: where it came from, where it went, and those again where a rule was broken. */
function lightsOf(step, findings) {
  const target = step?.cells ?? [];
  return { from: step?.from ?? [], target, fault: findings.length ? target : [] };
}

async function open() {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const film = new Film(await answer.json());
  const scene = boardFrame(root, { board, words, near, onCell: (cell) => reach.cell(cell) });
  const panels = new Panels({ A: place("side-a"), B: place("side-b"), table: place("table") }, words, names);
  const seek = (count) => transport.go(count);
  const log = new Log(place("log"), film, { words, onSeek: seek });
  const race = new Race(place("race"), film, { words, onSeek: seek });
  let lights = {};
  const parts = { section: place("reach"), unit: place("reach-unit"), spells: place("reach-spells"), aim: place("aim") };
  const reach = new Reach(parts, { scene, words, address: reachAddress, onClear: () => scene.board.light(lights) });
  const show = (count, dragging) => {
    const position = film.at(count);
    const step = film.steps[count - 1];
    const findings = film.findingsAt(count - 1);
    scene.show(position);
    lights = lightsOf(step, findings);
    scene.board.light(lights);
    reach.show(count, position);
    panels.show(position);
    if (!dragging) log.show(count); // the words follow when the thumb is let go: thousands of lines are slow to scroll
    race.show(count);
    place("now").textContent = step?.words ?? words.start;
    place("findings").replaceChildren(...findings.map(findingNotice));
  };
  let transport = { go() {} };
  transport = new Transport(root, film, { words, show });
  root.dataset.ready = "true";
}

open().catch(() => {
  place("now").textContent = words.noFilm;
});
