import { Aim } from "../../static/js/board/aim.js";
import { Board } from "../../static/js/board/board.js";
import { equal, page, spy, test } from "./harness.js";

const WORDS = {
  howToMove: "", empty: "empty", side: "side {side}", hp: "{left}/{all} HP", mp: "{n} MP", ap: "{n} AP", coins: "{n} coins", tree: "tree",
  aimOf: "{name} from {cell}: {n}", aimTargets: "targets: {figures}", aimNobody: "nobody", aimOpen: "within reach", aim_far: "{article}: too far", aim_unseen: "{article}: {line}", aim_barred: "{article}: {line}",
};
const ARENA = { name: "Arena", scenery: { C3: "tree" }, demons: [], starts: {} };
const ana = { name: "Ana", initial: "A", side: "A", cell: "B2", hp: 5, injuries: 2, mp: 3, ap: 4, markers: [] };
const POSITION = { active: "a1", units: { a1: ana, b1: { ...ana, name: "Bo", side: "B", cell: null } }, coins: { D4: 2 } };

function board(near = "south", onCell = spy()) {
  const shown = new Board(page("<div></div>"), { board: ARENA, words: WORDS, near, onCell });
  shown.show(POSITION);
  return shown;
}

const cell = (name) => document.querySelector(`[data-cell=${name}]`);
const label = (name) => cell(name).getAttribute("aria-label");
const namedRows = () => [...document.querySelectorAll("[role=row][aria-label]")].map((row) => row.getAttribute("aria-label"));
const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const focused = () => document.activeElement.dataset.cell;
const choices = () => [...document.querySelectorAll("[data-choice]")].map(({ dataset }) => dataset.cell).sort();

test("a cell says in words what is on it", () => {
  board();
  equal(label("B2"), "B2: Ana (side A), 3/5 HP, 3 MP, 4 AP");
  equal([label("C3"), label("D4"), label("E5")], ["C3: tree", "D4: 2 coins", "E5: empty"]);
});

test("the row with the keyboard is named by the cell that has it", () => {
  const shown = board();
  equal(namedRows(), ["A12: empty"]);
  shown.moveFocus("B3");
  shown.light({ choice: ["B3"] }, { B3: "open" });
  equal(namedRows(), ["B3: empty. open"]);
});

test("only figures on a cell are drawn, the active one marked", () => {
  board();
  equal([...document.querySelectorAll("[data-unit]")].map((unit) => [unit.dataset.unit, unit.classList.contains("is-active")]), [["a1", true]]);
});

const marks = () => [document.querySelectorAll(".figure .frost").length, document.querySelector(".figure .markers text")?.textContent ?? ""];

test("frost markers are drawn apart from the others", () => {
  const shown = board();
  equal(marks(), [0, ""]);
  shown.show({ ...POSITION, units: { a1: { ...ana, markers: ["−1 AP", "❄ −1 MP frost"] } } });
  equal(marks(), [1, "✱2"]);
});

test("a figure that goes leaves its cell empty", () => {
  const shown = board();
  shown.show({ ...POSITION, units: { a1: { ...ana, cell: "E5" } }, coins: {} });
  equal([label("B2"), label("E5").startsWith("E5: Ana"), label("D4")], ["B2: empty", true, "D4: empty"]);
});

test("arrows follow the drawing, not the letters", () => {
  board();
  cell("B2").focus();
  press("ArrowUp");
  equal(focused(), "B3");
  press("ArrowRight");
  equal(focused(), "C3");
  board("north");
  cell("B2").focus();
  press("ArrowUp");
  equal(focused(), "B1");
});

test("arrows stop at the edge", () => {
  board();
  cell("A1").focus();
  press("ArrowLeft");
  press("ArrowDown");
  equal(focused(), "A1");
});

test("a cell is chosen by a tap or by Enter", () => {
  const onCell = spy();
  board("south", onCell);
  cell("B2").dispatchEvent(new MouseEvent("click", { bubbles: true }));
  cell("B3").focus();
  press("Enter");
  equal(onCell.calls, [["B2"], ["B3"]]);
});

test("turning the board keeps position, lights and focus", () => {
  const shown = board();
  shown.moveFocus("B2");
  shown.light({ choice: ["B3"] }, { B3: "open" });
  shown.flip();
  equal([shown.near, choices(), label("B3"), cell("B2").getAttribute("tabindex")], ["north", ["B3"], "B3: empty. open", "0"]);
  equal(label("B2").startsWith("B2: Ana"), true);
  shown.flip();
  equal(shown.near, "south");
});

test("one cell only can be reached by Tab", () => {
  const shown = board();
  shown.moveFocus("C3");
  shown.moveFocus("D4");
  equal([...document.querySelectorAll("[data-cell][tabindex='0']")].map(({ dataset }) => dataset.cell), ["D4"]);
});

test("what was lit before is put out, and its remarks with it", () => {
  const shown = board();
  shown.light({ choice: ["B3"], target: ["B4"] }, { B3: "open" });
  shown.light({ range: ["C3"], from: ["B2"] });
  equal([choices(), label("B3")], [["C3"], "B3: empty"]);
});

const REACH = {
  from: "B2",
  open: ["B3", "E5"],
  closed: [{ kind: "unseen", article: "6.1", line: "no line", cells: ["G7"] }, { kind: "barred", article: "6.2", line: "own", cells: ["C3"] }, { kind: "far", article: "6.3", line: "far", cells: ["L12"] }],
};

function aimed() {
  const shown = board();
  const position = { ...POSITION, units: { ...POSITION.units, b1: { ...ana, name: "Bo", side: "B", cell: "E5" } } };
  shown.show(position);
  const place = document.body.appendChild(document.createElement("div"));
  const aim = new Aim(place, { scene: { board: shown }, words: WORDS });
  aim.show("Bolt", REACH, position);
  return { aim, place, shown };
}

test("within reach, cells with a figure are targets", () => {
  const { shown, place } = aimed();
  equal([shown.highlights.target, shown.highlights.range, shown.highlights.unseen, shown.highlights.barred], [["E5"], ["B3"], ["G7"], ["C3"]]);
  equal(place.querySelector("p").textContent, "Bolt from B2: 2 targets: E5 Bo");
});

test("each cell says whether it is within reach and why not", () => {
  aimed();
  equal([label("B3"), label("G7"), label("L12")], ["B3: empty. within reach", "G7: empty. 6.1: no line", "L12: empty"]);
});

test("a closed cell that is tapped explains itself, with the blocked line", () => {
  const { aim, shown } = aimed();
  equal([aim.explain("G7"), shown.layers.lines.children.length], ["6.1: no line", 1]);
  equal([aim.explain("C3"), shown.layers.lines.children.length], ["6.2: own", 0]);
  equal([aim.explain("L12"), aim.explain("B3")], ["6.3: too far", null]);
});

test("a reach that is drawn anew is not read out again", () => {
  const { aim, place, shown } = aimed();
  const said = place.querySelector("p");
  aim.show("Bolt", REACH, shown.position);
  equal(place.querySelector("p") === said, true);
  aim.show("Arrow", REACH, shown.position);
  equal(place.querySelector("p").textContent.startsWith("Arrow"), true);
});

test("a reach that was put away explains nothing", () => {
  const { aim } = aimed();
  aim.clear();
  equal(aim.explain("G7"), null);
});

test("scenery that broke is drawn no more, and stands again in an earlier position", () => {
  const shown = board();
  const drawn = [["C3"], [], ["C3"]].map((scenery) => {
    shown.show({ ...POSITION, scenery });
    return [document.querySelectorAll(".tree").length, label("C3")];
  });
  equal(drawn, [[1, "C3: tree"], [0, "C3: empty"], [1, "C3: tree"]]);
});
