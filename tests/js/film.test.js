import { Film, after } from "../../static/js/replay/film.js";
import { equal, test } from "./harness.js";

const start = { turn: 0, glory: { A: 0, B: 0 }, units: { a1: { hp: 5, cell: "A1" } }, coins: { B2: 1 } };
const walks = (count) => [...Array(count).keys()].map((i) => ({ change: { turn: i + 1, units: { a1: { cell: `A${i}` } } } }));
const filmOf = (steps, more = {}) => new Film({ start, steps, findings: [], marks: [], ...more });

test("a change is laid over the position before", () => {
  const next = after(start, { turn: 1, units: { a1: { hp: 3 }, b1: { hp: 4 } }, coins: { B2: 0, C3: 2 } });
  equal(next, { turn: 1, glory: { A: 0, B: 0 }, units: { a1: { hp: 3, cell: "A1" }, b1: { hp: 4 } }, coins: { B2: 0, C3: 2 } });
});

test("a unit that is gone leaves the position", () => {
  equal(after(start, { units: { a1: null } }).units, {});
});

test("the position before is left as it was", () => {
  const before = JSON.stringify(start);
  after(start, { units: { a1: { hp: 0 } }, coins: { B2: 0 } });
  equal(JSON.stringify(start), before);
});

test("any action is reached from any other", () => {
  const film = filmOf(walks(350));
  for (const count of [0, 350, 1, 99, 100, 101, 250, 249, 350, 0]) {
    equal([film.at(count).turn, film.at(count).units.a1.cell], [count, count ? `A${count - 1}` : "A1"]);
  }
});

test("a step on does not begin at the start again", () => {
  let read = 0;
  const steps = walks(350).map(({ change }) => ({ get change() { read += 1; return change; } }));
  const film = filmOf(steps);
  film.at(340);
  read = 0;
  film.at(341);
  equal(read, 1);
  film.at(150);
  equal(read, 51);
});

test("findings stand at their own action", () => {
  const film = filmOf(walks(3), { findings: [{ action: 1, code: "a" }, { action: null, code: "b" }, { action: 1, code: "c" }] });
  equal([film.findingsAt(1).map(({ code }) => code), film.findingsAt(0)], [["a", "c"], []]);
});

test("the race goes from start to end over every change of glory", () => {
  const film = filmOf([{ change: {} }, { change: { glory: { A: 2, B: 0 } } }, { change: {} }, { change: { glory: { A: 2, B: 3 } } }, { change: {} }]);
  equal(film.race(), [[0, 0, 0], [2, 2, 0], [4, 2, 3], [5, 2, 3]]);
});
