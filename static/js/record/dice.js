// Dice by tapping faces. A die that must be turned is turned to what its owner would wish, where the roll says what that is.
import { fill, html } from "../board/svg.js";
import { layOut, putAway } from "./sheet.js";

const FACES = ["critical", "armour", "lock", "dodge", "critical/dodge", "dofus"];
const TURNS = { "critical/dodge": ["critical", "dodge"], dofus: ["critical", "armour", "lock", "dodge"] };

export const icon = (face, icons) => {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  drawing.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `${icons}#${face.replace("/", "-")}`);
  drawing.append(use);
  return drawing;
};

const faceButton = (face, label, icons) => html("button", { type: "button", class: "die-choice", "data-face": face }, html("span", { class: "die" }, icon(face.split(">").at(-1), icons)), html("span", {}, label));

const die = (result, icons) => (result ? html("span", { class: "die" }, icon(result.split(">").at(-1), icons)) : html("span", { class: "die die-empty" }, "?"));

function quietButton(label, onClick) {
  const button = html("button", { type: "button", class: "button button-quiet" }, label);
  button.addEventListener("click", onClick);
  return button;
}

const LEFT_OPEN = new Set(["tension", "combat"]);

/** What this roll is about decides how a die is turned; some leave it to the player. */
function turned(face, roll) {
  const ways = TURNS[face];
  if (!ways) return face;
  return ways.includes(roll) ? `${face}>${roll}` : LEFT_OPEN.has(roll) ? null : `${face}>${ways[0]}`;
}

/** Asks for `count` dice (or coins) in the sheet; answers with the list, or null when it was put away. `isPlain`: none is turned. */
export function askDice(sheet, { roll, count, unit, path, isPlain = false }, words, icons) {
  const chosen = [];
  const coins = roll === "coins";
  const named = coins ? ["heads", "tails"] : FACES;
  const tray = html("p", { class: "dice", "aria-live": "polite" });
  const faces = html("div", { class: "die-choices" });
  return new Promise((resolve) => {
    const finish = (answer) => {
      putAway(sheet);
      resolve(answer);
    };
    const offer = (options) => {
      faces.replaceChildren(...options.map(([face, label]) => faceButton(face, label, icons)));
      faces.querySelector("button").focus({ preventScroll: true });
    };
    const all = () => offer(named.map((face) => [face, words[face]]));
    const draw = () => {
      tray.replaceChildren(...[...Array(count).keys()].map((i) => die(chosen[i], icons)));
      back.disabled = !chosen.length;
    };
    faces.addEventListener("click", (event) => {
      const face = event.target.closest("[data-face]")?.dataset.face;
      if (!face) return;
      const result = face.includes(">") || coins || isPlain ? face : turned(face, roll);
      if (result === null) return offer(TURNS[face].map((to) => [`${face}>${to}`, fill(words.turnTo, { face: words[to] })]));
      chosen.push(result);
      if (chosen.length === count) return finish(chosen);
      draw();
      all();
    });
    const away = quietButton(words.putAway, () => finish(null));
    const back = quietButton(words.lastDie, () => { chosen.pop(); draw(); all(); });
    draw();
    all();
    const question = html("p", { class: "card-title" }, fill(words[`roll_${roll}`] ?? words.roll, { unit, n: count }));
    const ways = html("p", { class: "cluster flush" }, count > 1 ? back : "", away);
    layOut(sheet, question, count > 1 ? tray : "", faces, ways);
    sheet.dataset.path = path.join("/");
  });
}
