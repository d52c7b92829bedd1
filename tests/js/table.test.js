// What the recorder's table shows between a tap and the answer of the server.
import { Apart } from "../../static/js/record/apart.js";
import { Table } from "../../static/js/record/table.js";
import { equal, page, settled, spy, test } from "./harness.js";

const AT_E2 = { units: { a1: { name: "Oscar Kass", side: "A", cell: "E2", mp: 3 } }, turn: 1, player: "A" };
const WALK = { cells: ["E3"], free: 1, actions: [{ do: "move", to: "E3" }] };
const state = (version, cell) => ({
  version, offers: [], prompt: "", undo: 1,
  position: { ...AT_E2, units: { a1: { ...AT_E2.units.a1, cell } } },
  taps: { actor: "a1", first: [], walks: { E3: [WALK] } },
});

function table() {
  page(`<div><div data-board></div><div data-timeline></div><div data-other></div></div>`);
  const other = document.querySelector("[data-other]");
  const seen = [];
  const quiet = { show() {} };
  const parts = {
    scene: { board: { element: document.querySelector("[data-board]"), light() {} }, show: (position) => seen.push(position.units.a1.cell) },
    timeline: { place: document.querySelector("[data-timeline]"), show() {} },
    strip: quiet, offers: { ...quiet, struck: () => [] }, hand: quiet, sides: { records: () => true }, words: { undoOne: "", undoMany: "", walksTo: "{unit} to {cell}" }, names: {}, apart: { has: () => false },
    prompt: other, place: () => other, link: { enter() {} },
  };
  return [new Table(parts), seen];
}

test("a state that is told again leaves a walk on the board until the server has it", () => {
  const [shown, seen] = table();
  shown.show(state(7, "E2"));
  shown.walk("E3", [WALK], 0, false);
  shown.show(state(7, "E2"));
  equal(seen, ["E2", "E3"]);
  shown.show(state(8, "E3"));
  equal([seen.at(-1), shown.walked.sent], ["E3", 8]);
});

test("a tap that would skip figures of the timeline asks first", async () => {
  for (const [answer, id, asked, begun] of [[false, "a3", 1, []], [true, "a3", 1, ["a3"]], [false, "a1", 0, ["a1"]]]) {
    const [shown] = table();
    const entered = [];
    Object.assign(shown, { choose: spy(answer), enter: ([action]) => entered.push(action.unit), words: { skips: "{figures}: {unit}?" } });
    shown.state = { position: { units: { a1: { name: "One", cell: "E2" }, a2: { name: "Two", cell: "F2" }, a3: { name: "Three", cell: "G2" } } }, taps: { activate: { E2: "a1", F2: "a2", G2: "a3" } } };
    shown.scene.show = () => {};
    await shown.start(id);
    await settled();
    equal([entered, shown.choose.calls.map(([said]) => said)], [begun, asked ? ["One, Two: Three?"] : []]);
  }
});

test("a figure of who has a device at the table is placed after one question", async () => {
  const placing = { do: "place", action: { do: "place", unit: "b1" } };
  const setUp = { version: 3, offers: [placing], prompt: "", undo: 0, position: { turn: 0, player: "A", units: { b1: { name: "Bill Tell", side: "B" } } }, taps: null };
  for (const [joined, own, answers, asked, placed] of [[["A", "B"], ["A"], [true], 1, 2], [["A", "B"], ["A"], [false, false], 2, 0], [["A"], ["A"], [], 0, 2], [["A", "B"], [], [], 0, 2], [["A", "B"], ["B"], [], 0, 2]]) {
    const [shown] = table();
    const cells = [];
    const questions = [];
    const about = { names: { B: "Bo" }, words: { theirDevice: "{player}!", placeFor: "{player}?", waitFor: "{player}", placesThere: "{player}: {unit}" } };
    const apart = new Apart({ own, ...about, choose: async (said) => answers[questions.push(said) - 1] });
    apart.show({ joined });
    Object.assign(shown, { apart, ...about });
    Object.assign(shown.offers, { chosen: placing, cell: (cell) => cells.push(cell) });
    shown.scene.show = () => {};
    shown.show(setUp);
    for (const cell of ["C1", "D1"]) {
      shown.on_offer({}, cell);
      await settled();
    }
    equal([questions.length, cells.length], [asked, placed]);
  }
});
