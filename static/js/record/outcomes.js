// Dice as outcomes: how many count, in one grid, one tap for each roll or for a pair of rolls.
import { fill, html } from "../board/svg.js";

const upTo = (most) => [...Array(most + 1).keys()];

/** Every outcome of one roll, or of two rolls held against each other: lists of successes. */
export const combinations = (counts) => counts.reduce((rows, most) => rows.flatMap((row) => upTo(most).map((n) => [...row, n])), [[]]);

/** Rolls of dice that are asked for together stand in one grid where that is small. */
export const fitInOneGrid = (questions) => questions.length <= 2 && combinations(questions.map(({ count }) => count)).length <= 12;

/** "1 critical, 0 Armour": how the outcome of rolls reads. */
export const inWords = (rolls, successes, words) => rolls.map(({ roll }, i) => fill(words[`won_${roll}`] ?? "{n}", { n: successes[i] })).join(" · ");

const button = (label, detail, onClick, kind = "") => {
  const made = html("button", { type: "button", class: `outcome ${kind}` }, html("span", { class: "outcome-dice" }, label), detail ? html("span", { class: "outcome-harm" }, detail) : null);
  made.addEventListener("click", onClick);
  return made;
};

/** `rolls`: [{roll, count}]; `detail(successes)` says what comes of it; `onPick(successes)`. */
export function outcomeGrid(rolls, { words, inOneRow = false, detail = () => null, onPick }) {
  const across = rolls.length > 1 && rolls[1].count > rolls[0].count ? 1 : 0; // the roll with more dice; the other goes down
  const columns = inOneRow ? 4 : rolls[across].count + 1;
  const down = rolls.length - 1 - across;
  const inRows = combinations(rolls.map(({ count }) => count)).sort((one, other) => one[down] - other[down] || one[across] - other[across]);
  const buttons = inRows.map((successes) => {
    const made = button(inWords(rolls, successes, words), detail(successes), () => onPick(successes));
    made.dataset.outcome = successes.join(" ");
    return made;
  });
  return html("div", { class: `outcomes outcomes-${Math.min(columns, 4)}` }, ...buttons);
}

/** Several rolls, each in a row of its own; the last one that is chosen finishes. */
export function outcomeRows(questions, { words, onPick }) {
  const chosen = questions.map(() => null);
  const row = (question, i) => {
    const buttons = upTo(question.count).map((n) => {
      const made = button(String(n), null, () => choose(n));
      made.dataset.outcome = `${i} ${n}`;
      return made;
    });
    const choose = (n) => {
      chosen[i] = n;
      buttons.forEach((each, number) => each.setAttribute("aria-pressed", number === n));
      if (chosen.every((each) => each !== null)) onPick(chosen);
    };
    return html("fieldset", { class: "outcome-row" }, html("legend", {}, question.title), ...buttons);
  };
  return html("div", { class: "outcome-rows" }, ...questions.map(row), html("p", { class: "small soft flush" }, words.successes));
}
