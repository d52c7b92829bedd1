import { meaning, walkActions, walkedTo } from "../../static/js/record/tapping.js";
import { equal, test } from "./harness.js";

const WAYS = [{ cells: ["B2", "B3"], blocks: 0, free: 2 }, { cells: ["A2", "B3"], blocks: 1, free: 1 }];
const position = { active: null, units: { a1: { cell: "B1", mp: 4 }, a2: { cell: "C1" }, b1: { cell: "D4" } } };
const taps = { actor: "a1", first: [{ do: "activate", unit: "a1" }], activate: { B1: "a1", C1: "a2" }, walks: { B3: WAYS }, casts: { D4: [{ spell: "bolt" }], B3: [{ spell: "bolt" }] } };
const kind = (cell, more = {}) => meaning(cell, { taps, position, ...more }).kind;

test("a free cell within the MP is walked to", () => equal(meaning("B3", { taps, position }), { kind: "walk", ways: WAYS }));

test("another figure of one's own begins its turn", () => equal(["B1", "C1"].map((cell) => meaning(cell, { taps, position }).unit), ["a1", "a2"]));

test("an enemy in reach has spells", () => equal(meaning("D4", { taps, position }), { kind: "casts", casts: [{ spell: "bolt" }] }));

test("everything else asks why not", () => equal([kind("L12"), kind("A1")], ["nothing", "nothing"]));

test("a chosen spell takes its targets, and explains the rest", () => {
  const chosen = { cells: { D4: "D4" }, reach: { from: "B1" } };
  equal([kind("D4", { chosen }), kind("B3", { chosen })], ["offer", "reason"]);
});

test("a figure of one's own that a spell cannot mean is tapped for itself", () => {
  const units = { a1: { cell: "B1", side: "A" }, a2: { cell: "C1", side: "A" }, a3: { cell: "E1", side: "A" }, b1: { cell: "D4", side: "B" } };
  const chosen = { cells: { A1: "A1" }, reach: { from: "B1", closed: [{ kind: "far", cells: ["C1", "D4"] }] } };
  const tapped = (cell, closed = chosen.reach.closed) => kind(cell, { position: { player: "A", units }, chosen: { ...chosen, reach: { from: "B1", closed } } });
  equal(["B1", "C1", "E1", "D4", "B3"].map((cell) => tapped(cell)), ["away", "activate", "nothing", "reason", "reason"]);
  equal(tapped("C1", [{ kind: "unseen", cells: ["C1"] }]), "reason");
});

test("a second tap where the walk ended is for another way", () => {
  const there = { ...position, units: { ...position.units, a1: { cell: "B3" } } };
  equal(kind("B3", { position: there, walked: { to: "B3", ways: WAYS } }), "again");
  equal(kind("B3", { position: there, walked: { to: "B3", ways: WAYS.slice(0, 1) } }), "walk");
});

test("without an answer of the server nothing is meant", () => equal(kind("B3", { taps: null }), "nothing"));

test("the first walk of a figure begins its turn", () => {
  equal(walkActions(taps.first, WAYS[0]), [{ do: "activate", unit: "a1" }, { do: "move", to: "B2" }, { do: "move", to: "B3" }]);
});

test("the board shows the walk as far as the first Block", () => {
  const after = WAYS.map((way) => walkedTo({ taps, position }, way));
  equal(after.map(({ active, units }) => [active, units.a1.cell, units.a1.mp]), [["a1", "B3", 2], ["a1", "A2", 3]]);
  equal(position.units.a1.cell, "B1");
});
