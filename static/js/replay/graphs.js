// HP and GG over the game, and their turning points as a list of buttons: whoever cannot hit a small circle reads them there.
import { fill, html } from "../board/svg.js";
import { Graph } from "./graph.js";
import { healthOf, largestGains, turningPoints } from "./swings.js";

const LEAST_SWING = { glory: 1, health: 3 };

export class Graphs {
  /** `places` = {glory, health, swings} */
  constructor(places, film, { turns, words, names, onSeek, sides = ["A", "B"] }) {
    const [width, across] = [places.glory.clientWidth, places.health.clientWidth]; // before anything is written: one layout for both
    const shared = { length: film.length, onSeek, sides };
    const more = 14 * (sides.length - 2); // a lane of KOs for each player
    const points = { glory: film.race(sides), health: healthOf(film, sides) };
    const swings = swingsOf(points, turns, film.length, sides);
    this.graphs = [
      new Graph(places.glory, { ...shared, points: points.glory, label: words.race, kind: "race", width, height: 138 + more, top: 50 + more, marks: film.marks, steps: film.steps, turning: swings.glory }),
      new Graph(places.health, { ...shared, points: points.health, label: words.health, kind: "health-graph", width: across, height: 84, top: 18, turning: swings.health }),
    ];
    places.swings.replaceChildren(...["glory", "health"].flatMap((kind) => swings[kind].map((swing, i) => swingButton(kind, swing, i, { words, names, onSeek }))));
  }

  show(count) {
    for (const graph of this.graphs) graph.show(count);
  }
}

/** Between two the lead moves; of more, those who gained most GG themselves. */
function swingsOf(points, turns, length, sides) {
  if (sides.length > 2) return { glory: largestGains(points.glory, turns, length, 2, sides), health: [] };
  return Object.fromEntries(Object.keys(points).map((kind) => [kind, turningPoints(points[kind], turns, length, LEAST_SWING[kind])]));
}

function swingButton(kind, { turn, side, amount, count }, i, { words, names, onSeek }) {
  const text = fill(kind === "glory" ? words.swingGlory : words.swingHealth, { n: turn, player: names[side], amount });
  const button = html("button", { type: "button", class: `button button-small swing-of-${side.toLowerCase()}`, "data-count": count }, `${i + 1}. ${text}`);
  button.addEventListener("click", () => onSeek(count));
  return html("li", {}, button);
}
