import { Offers } from "../../static/js/record/offers.js";
import { equal, page, settled, spy, test } from "./harness.js";

const WORDS = { lookAt: "Look at {name}", rare: "Rare", notNow: "Not now", chooseReward: "Which reward?" };
const POSITION = { active: null, units: { a1: { name: "Ana", side: "A", cell: "B2" } } };
const MOVE = { do: "move", label: "Move", action: { do: "move" }, field: "to", cells: { B3: "B3", C2: ["C2"] } };
const SPELL = { do: "cast", label: "Bolt", action: { do: "cast", spell: "bolt" }, field: "target", cells: { D4: "D4" }, reach: { from: "B2" } };
const PASS = { do: "pass", label: "Pass", action: { do: "pass" } };

function shown(offers, { position = POSITION, onDeclare = spy(null) } = {}) {
  page('<div><div id="offers"></div><button id="elsewhere">Elsewhere</button></div>');
  const scene = { board: { light: spy() } };
  const aim = { show: spy(), clear: spy(), explain: spy() };
  const onEnter = spy();
  const place = document.querySelector("#offers");
  const made = new Offers(place, { scene, words: WORDS, aim, onEnter, onDeclare });
  made.show({ position, offers });
  const lit = () => scene.board.light.calls.at(-1)[0];
  const press = (label) => [...place.querySelectorAll("button")].find((button) => button.textContent.startsWith(label)).click();
  return { made, place, lit, aim, onEnter, onDeclare, press, entered: () => onEnter.calls.map(([action]) => action) };
}

test("where the active figure can go is lit from the start", () => {
  const { lit } = shown([PASS, MOVE]);
  equal(lit(), { choice: ["B3", "C2"] });
});

test("nothing is lit where only buttons are to be pressed", () => {
  equal(shown([PASS]).lit(), { choice: [] });
});

test("a tap on a lit cell enters what stands for that cell", async () => {
  const { made, entered } = shown([MOVE]);
  made.cell("C2");
  await settled();
  equal(entered(), [{ do: "move", to: ["C2"] }]);
});

test("a tap on another cell enters nothing", async () => {
  const { made, entered } = shown([MOVE]);
  made.cell("L12");
  await settled();
  equal(entered(), []);
});

test("a button without a target enters at once", async () => {
  const { press, entered } = shown([MOVE, PASS]);
  press("Pass");
  await settled();
  equal(entered(), [{ do: "pass" }]);
});

test("a spell shows its reach, and its target is tapped", async () => {
  const { made, press, aim, entered } = shown([MOVE, SPELL]);
  press("Bolt");
  equal(aim.show.calls.at(-1).slice(0, 2), ["Bolt", { from: "B2" }]);
  made.cell("D4");
  await settled();
  equal(entered(), [{ do: "cast", spell: "bolt", target: "D4" }]);
});

test("a tap beside a spell's targets says why not", () => {
  const { made, press, aim, entered } = shown([MOVE, SPELL]);
  press("Bolt");
  made.cell("L1");
  equal([aim.explain.calls, entered()], [[["L1"]], []]);
});

test("the same button again puts the spell away", () => {
  const { press, lit } = shown([MOVE, SPELL]);
  press("Bolt");
  press("Bolt");
  equal(lit(), { choice: ["B3", "C2"] });
});

test("what is refused says why and enters nothing", async () => {
  const { place, entered } = shown([{ ...PASS, why: { article: "4.2", line: "x", message: "Tension first." } }]);
  equal([place.querySelectorAll("[data-offer]").length, place.querySelector("li").textContent], [0, "Pass 4.2: Tension first."]);
  place.querySelector("li").click();
  await settled();
  equal(entered(), []);
});

test("a spell that reaches nobody can be looked at", async () => {
  const { press, aim, entered } = shown([{ ...SPELL, cells: undefined, why: { message: "Nobody there." } }]);
  press("Bolt");
  await settled();
  equal([aim.show.calls.length, entered()], [1, []]);
});

test("what is rare is folded away and still works", async () => {
  const { place, press, entered } = shown([MOVE, { ...PASS, rare: true }]);
  equal(place.querySelector("details summary").textContent, "Rare");
  press("Pass");
  await settled();
  equal(entered(), [{ do: "pass" }]);
});

test("a reward is chosen before its cell", async () => {
  const choose = { field: "reward", options: [{ value: "r1", label: "One" }, { value: "r2", label: "Two" }] };
  const { made, place, press, entered, lit } = shown([{ ...MOVE, label: "Reward", do: "reward", choose }]);
  press("Reward");
  made.cell("B3");
  await settled();
  equal([entered(), lit()], [[], { choice: [] }]);
  const list = place.querySelector("select");
  list.value = "r2";
  list.dispatchEvent(new Event("change"));
  equal(lit(), { choice: ["B3", "C2"] });
  made.cell("B3");
  await settled();
  equal(entered(), [{ do: "move", reward: "r2", to: "B3" }]);
});

test("what only the card knows is asked first", async () => {
  const { made, entered, onDeclare } = shown([{ ...MOVE, declare: true }], { onDeclare: spy({ declared: { kamas: { A: 1 } } }) });
  made.cell("B3");
  await settled();
  equal([onDeclare.calls[0][0].target, entered()], ["B3", [{ do: "move", to: "B3", declared: { kamas: { A: 1 } } }]]);
});

test("a question that was put away enters nothing", async () => {
  const { made, entered } = shown([{ ...MOVE, declare: true }]);
  made.cell("B3");
  await settled();
  equal(entered(), []);
});

test("without the server a tapped cell is a move", () => {
  const { made, entered } = shown([]);
  made.cell("G7");
  equal(entered(), []);
  made.cutOff(true);
  made.cell("G7");
  equal(entered(), [{ do: "move", to: "G7" }]);
});

test("the next figure is the main button until one is active", () => {
  const activate = { do: "activate", label: "Ana", action: { do: "activate", unit: "a1" } };
  const main = (position) => shown([PASS, activate], { position }).place.querySelector(".button-primary")?.textContent;
  equal([main(POSITION), main({ ...POSITION, active: "a1" })], ["Ana", undefined]);
});

test("the keyboard stays on the same offer", () => {
  const { made, place } = shown([MOVE, PASS]);
  place.querySelectorAll("button")[1].focus();
  made.show({ position: POSITION, offers: [PASS, MOVE] });
  equal(document.activeElement.textContent, "Pass");
  made.show({ position: POSITION, offers: [MOVE] });
  equal(document.activeElement.textContent, "Move");
});
