import { Film } from "../../static/js/replay/film.js";
import { DICE_SECONDS, fightStart, groupsOf, happenings, secondsOf, turnFrom, turnsOf } from "../../static/js/replay/timeline.js";
import { equal, test } from "./harness.js";

const figure = (cell, more = {}) => ({ side: "A", cell, injuries: 0, ...more });
const position = (units, more = {}) => ({ units, glory: { A: 6, B: 6 }, kamas: { A: 0, B: 0 }, ...more });
const kinds = (before, now, step = {}) => happenings(before, now, step).map(({ kind }) => kind);
const start = { turn: 0, player: "B", active: null, glory: { A: 0, B: 0 }, units: {}, coins: {} };
const filmOf = (...changes) => new Film({ start, steps: changes.map(([change, turn]) => ({ change, turn: Boolean(turn) })), findings: [], marks: [] });
const game = filmOf([{}], [{}], [{ turn: 1, active: "b1" }], [{}], [{ active: null, turn: 2, player: "A" }, true], [{}], [{ active: "a1" }], [{ turn: 3, player: "B", active: null }, true]);

test("a figure that changes its cell has moved", () => {
  equal(happenings(position({ a1: figure("A1") }), position({ a1: figure("A2") }), {}), [{ kind: "move", id: "a1", from: "A1", to: "A2" }]);
});

test("injuries are a hit with their number and fewer are healed", () => {
  const [hurt, well] = [position({ a1: figure("A1", { injuries: 3 }) }), position({ a1: figure("A1", { injuries: 1 }) })];
  equal(happenings(well, hurt, {}), [{ kind: "hit", id: "a1", cell: "A1", amount: 2 }]);
  equal(happenings(hurt, well, {}), [{ kind: "heal", id: "a1", cell: "A1", amount: 2 }]);
});

test("only a figure of a side that lost one is KO'd", () => {
  const [there, away] = [position({ a1: figure("A1") }), position({ a1: figure(null) })];
  equal([kinds(there, away, { ko: ["A"] }), kinds(there, away, { ko: [] }), kinds(there, position({}), { ko: ["A"] })], [["ko"], ["leave"], ["ko"]]);
});

test("won and lost GG are told by side", () => {
  const now = position({}, { glory: { A: 8, B: 5 } });
  equal(happenings(position({}), now, {}), [{ kind: "glory", side: "A", amount: 2 }, { kind: "glory", side: "B", amount: -1 }]);
});

test("a plain step takes 0.3 seconds and what happens takes longer", () => {
  equal([secondsOf([]), secondsOf([{ kind: "move" }])], [0.3, 0.3]);
  equal(["hit", "glory", "ko"].every((kind) => secondsOf([{ kind }]) > 0.3), true);
  equal(secondsOf([{ kind: "dice" }, { kind: "hit" }]), DICE_SECONDS + secondsOf([{ kind: "hit" }]));
});

test("the replay opens where the first turn begins", () => {
  equal([fightStart(turnsOf(game)), fightStart(turnsOf(filmOf([{}])))], [3, 0]);
});

test("turns know their player and their place", () => {
  equal(turnsOf(game), [{ turn: 1, player: "B", count: 3 }, { turn: 2, player: "A", count: 5 }, { turn: 3, player: "B", count: 8 }]);
});

test("from any place the turn before and after is found", () => {
  const turns = turnsOf(game);
  equal([3, 4, 5, 8].map((count) => turnFrom(turns, count, 1, 9)), [5, 5, 8, 9]);
  equal([8, 5, 4, 3].map((count) => turnFrom(turns, count, -1, 9)), [5, 3, 3, 0]);
});

test("moves are grouped by turn and figure and a turn keeps its end", () => {
  equal(groupsOf(game).map(({ turn, active, first, last }) => [turn, active, first, last]), [
    [0, null, 0, 1], [1, "b1", 2, 4], [2, null, 5, 5], [2, "a1", 6, 7],
  ]);
});
