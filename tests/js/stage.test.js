import { svg } from "../../static/js/board/svg.js";
import { Stage } from "../../static/js/replay/stage.js";
import { equal, page, test } from "./harness.js";

const HAPPENED = [{ kind: "dice", faces: ["critical", "dodge>lock"] }, { kind: "move", id: "a1", from: "A1", to: "A2" }, { kind: "hit", id: "a1", cell: "A2", amount: 3 }, { kind: "glory", side: "A", amount: 2 }];

function staged({ isCalm }) {
  const element = svg("svg", { viewBox: "0 0 500 500" });
  const figure = svg("g", { "data-unit": "a1" });
  const figures = svg("g", {}, figure);
  element.append(figures);
  const place = page("<div><p></p><b>6</b></div>");
  place.append(element);
  const board = { element, near: "south", layers: { figures }, cells: new Map([["A2", figure]]) };
  const stage = new Stage(board, { tray: place.querySelector("p"), icons: "icons.svg", scoreOf: () => place.querySelector("b"), calm: { matches: isCalm } });
  return { stage, place, figure };
}

const shown = (place) => [place.querySelectorAll(".die").length, [...place.querySelectorAll(".struck")].map((each) => each.textContent), document.querySelectorAll(".flying").length];

test("a step is acted out with dice, number and what flies to the score", () => {
  const { stage, place, figure } = staged({ isCalm: false });
  stage.play(HAPPENED);
  equal(shown(place), [2, ["−3"], 1]);
  equal(figure.getAnimations().length, 2); // it glides, and is shaken
});

test("who wants no motion sees the dice and the number only", () => {
  const { stage, place, figure } = staged({ isCalm: true });
  stage.play(HAPPENED);
  equal([shown(place), figure.getAnimations().length], [[2, ["−3"], 0], 0]);
});

test("the next step takes away what was shown", () => {
  const { stage, place, figure } = staged({ isCalm: false });
  stage.play(HAPPENED);
  stage.play([]);
  equal([shown(place), figure.getAnimations().length], [[0, [], 0], 0]);
});
