// HP and GG over the game, and their turning points as a list of buttons: whoever cannot hit a small circle reads them there.
import { fill, html } from "../board/svg.js";
import { Graph } from "./graph.js";
import { healthOf, turningPoints } from "./swings.js";

const LEAST_SWING = { glory: 1, health: 3 };

export class Graphs {
  /** `places` = {glory, health, swings} */
  constructor(places, film, { turns, words, names, onSeek }) {
    const shared = { length: film.length, onSeek };
    const points = { glory: film.race(), health: healthOf(film) };
    const swings = Object.fromEntries(Object.keys(points).map((kind) => [kind, turningPoints(points[kind], turns, film.length, LEAST_SWING[kind])]));
    this.graphs = [
      new Graph(places.glory, { ...shared, points: points.glory, label: words.race, kind: "race", height: 138, top: 50, marks: film.marks, steps: film.steps, turning: swings.glory }),
      new Graph(places.health, { ...shared, points: points.health, label: words.health, kind: "health-graph", height: 84, top: 18, turning: swings.health }),
    ];
    places.swings.replaceChildren(...["glory", "health"].flatMap((kind) => swings[kind].map((swing, i) => swingButton(kind, swing, i, { words, names }))));
    places.swings.addEventListener("click", (event) => {
      const button = event.target.closest("[data-count]");
      if (button) onSeek(Number(button.dataset.count));
    });
  }

  show(count) {
    for (const graph of this.graphs) graph.show(count);
  }
}

function swingButton(kind, { turn, side, amount, count }, i, { words, names }) {
  const text = fill(kind === "glory" ? words.swingGlory : words.swingHealth, { n: turn, player: names[side], amount });
  return html("li", {}, html("button", { type: "button", class: `button button-small swing-of-${side.toLowerCase()}`, "data-count": count }, `${i + 1}. ${text}`));
}
