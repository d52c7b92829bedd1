import { unprovedOf } from "../../static/js/replay/graph.js";
import { Film } from "../../static/js/replay/film.js";
import { healthOf, turningPoints } from "../../static/js/replay/swings.js";
import { equal, test } from "./harness.js";

const unit = (side, hp, cell = "A1", more = {}) => ({ side, hp, cell, injuries: 0, ...more });
const start = { turn: 1, units: { a1: unit("A", 5), b1: unit("B", 7), "a1/tofu-1": unit("A", 2, "A2", { summon: true }) }, coins: {}, glory: { A: 0, B: 0 } };
const filmOf = (steps, from = start) => new Film({ start: from, steps: steps.map((change) => ({ change })), findings: [], marks: [] });
const turns = [{ turn: 1, count: 0 }, { turn: 2, count: 10 }, { turn: 3, count: 20 }, { turn: 4, count: 30 }, { turn: 5, count: 40 }];

test("HP are what is left to the Krosmasters in play", () => {
  const film = filmOf([{ units: { b1: { injuries: 3 } } }, {}, { units: { a1: { cell: null, injuries: 0 } } }]);
  equal(healthOf(film), [[0, 5, 7], [1, 5, 4], [3, 0, 4], [3, 0, 4]]);
});

test("before the fight a figure that is not placed has its HP", () => {
  const unplaced = { ...start, turn: 0, units: { a1: unit("A", 5, null), b1: unit("B", 7, null) } };
  equal(healthOf(filmOf([{ units: { a1: { cell: "A1" } } }], unplaced))[0], [0, 5, 7]);
});

test("the largest swings are named in the order of play", () => {
  const points = [[0, 6, 6], [5, 8, 6], [15, 8, 3], [25, 8, 4], [35, 2, 4], [50, 2, 4]];
  equal(turningPoints(points, turns, 50, 1), [
    { turn: 1, side: "A", amount: 2, count: 5 }, { turn: 2, side: "A", amount: 3, count: 15 }, { turn: 4, side: "B", amount: 6, count: 35 },
  ]);
});

test("a turning point stands at the action that moved the lead most", () => {
  const points = [[0, 6, 6], [2, 7, 6], [4, 10, 6], [6, 9, 6], [50, 9, 6]];
  equal(turningPoints(points, turns, 50, 1), [{ turn: 1, side: "A", amount: 3, count: 4 }]);
});

test("a quiet game has no turning point", () => {
  equal([turningPoints([[0, 6, 6], [50, 6, 6]], turns, 50, 1), turningPoints([[0, 6, 6]], [], 0, 1)], [[], []]);
});

test("what is not proved is marked in stretches by kind", () => {
  const steps = ["proved", "believed", "believed", "unchecked", "proved", "believed"].map((proof) => ({ proof }));
  equal(unprovedOf(steps), [{ kind: "believed", first: 1, last: 2 }, { kind: "unchecked", first: 3, last: 3 }, { kind: "believed", first: 5, last: 5 }]);
});
