import { declared } from "../../static/js/record/declare.js";
import { askDice } from "../../static/js/record/dice.js";
import { Sheets, put } from "../../static/js/record/sheets.js";
import { equal, page, settled, test } from "./harness.js";

const WORDS = {
  critical: "Critical", armour: "Armour", lock: "Lock", dodge: "Dodge", "critical/dodge": "Critical or dodge", dofus: "Dofus", heads: "Heads",
  tails: "Tails", turnTo: "Turn to {face}", putAway: "Cancel", lastDie: "Back", roll: "Roll", keep: "Keep", again: "Again", order: "Order",
  refused: "Refused", notTaken: "Not taken", about: "{what}: {said}", drop: "Drop", dropOne: "Only the first", asPlayed: "As played", instead: "Instead", sendAnyway: "After", conflict: "Conflict",
  stillAllowed: "Allowed", nowForbidden: "Forbidden", theirs: "Theirs", mine: "Mine", theyTookBack: "Taken back",
};
const sheet = () => page("<div hidden></div>");
const labels = () => [...document.querySelectorAll("button")].map((button) => button.textContent);
const press = async (label) => {
  [...document.querySelectorAll("button")].find((button) => button.textContent === label).click();
  await settled();
};

async function roll(asked, ...presses) {
  const answer = askDice(sheet(), { count: presses.length, unit: "Ana", path: ["dice"], ...asked }, WORDS, "/icons.svg");
  for (const label of presses) await press(label);
  return answer;
}

test("dice are answered in the order in which they are tapped", async () => {
  equal(await roll({ roll: "attack" }, "Armour", "Lock"), ["armour", "lock"]);
});

test("a die that can be turned serves the roll that it is made for", async () => {
  equal(await roll({ roll: "dodge" }, "Dofus", "Critical or dodge"), ["dofus>dodge", "critical/dodge>dodge"]);
  equal(await roll({ roll: "armour" }, "Dofus", "Critical or dodge"), ["dofus>armour", "critical/dodge>critical"]);
});

test("tension leaves it to the player how a die is turned", async () => {
  const answer = askDice(sheet(), { roll: "tension", count: 1, path: [] }, WORDS, "");
  await press("Critical or dodge");
  equal(labels().slice(0, 2), ["Turn to Critical", "Turn to Dodge"]);
  await press("Turn to Dodge");
  equal(await answer, ["critical/dodge>dodge"]);
});

test("coins have two sides", async () => {
  equal(await roll({ roll: "coins" }, "Heads", "Tails"), ["heads", "tails"]);
});

test("the last die can be taken back", async () => {
  const answer = askDice(sheet(), { roll: "attack", count: 2, path: [] }, WORDS, "");
  for (const label of ["Lock", "Back", "Armour", "Dodge"]) await press(label);
  equal(await answer, ["armour", "dodge"]);
});

test("dice that are put away have no answer, and the sheet is empty", async () => {
  const place = sheet();
  const answer = askDice(place, { roll: "attack", count: 2, path: [] }, WORDS, "");
  await press("Lock");
  await press("Cancel");
  equal([await answer, place.hidden, place.children.length], [null, true, 0]);
});

const main = () => [...document.querySelectorAll(".button-primary")].map((button) => button.textContent);
const sheets = () => new Sheets(sheet(), { words: WORDS, icons: "", unitName: (id) => `unit ${id}` });

test("an answer is put where its question points, with what lies between", () => {
  const action = { do: "cast" };
  put(action, ["armour", "b1"], 2);
  put(action, ["rolls", 0, "dice"], ["lock"]);
  put(action, ["rolls", 1, "dice"], ["dodge"]);
  equal(action, { do: "cast", armour: { b1: 2 }, rolls: [{ dice: ["lock"] }, { dice: ["dodge"] }] });
});

test("questions are asked one after the other, and the action asked about is left alone", async () => {
  const action = { do: "cast" };
  const asked = sheets().ask([{ kind: "dice", roll: "attack", count: 1, path: ["dice"] }, { kind: "pick", options: [1, 2], titles: ["One", "Two"], path: ["pick"] }], action);
  await press("Lock");
  await press("Two");
  equal([await asked, action], [{ do: "cast", dice: ["lock"], pick: 2 }, { do: "cast" }]);
});

test("one question that is put away ends them all", async () => {
  const asked = sheets().ask([{ kind: "dice", roll: "attack", count: 1, path: ["dice"] }, { kind: "pick", options: [1], path: ["pick"] }], {});
  await press("Cancel");
  equal([await asked, labels()], [null, []]);
});

test("dice that are kept and dice that go again are told apart", async () => {
  const question = { kind: "keep", dice: ["dofus>lock"], path: ["keep"], again: ["again"] };
  const kept = sheets().ask([question], {});
  await press("Keep");
  const again = sheets().ask([question], {});
  await press("Again");
  equal([await kept, await again], [{ keep: true }, { again: [] }]);
});

test("only against an article can an entry stand as played", async () => {
  const shown = sheets();
  shown.refused({ article: "5.1", detail: "No." });
  equal(labels(), ["Drop", "As played"]);
  shown.refused({ detail: "No such game." });
  equal(labels(), ["Drop"]);
});

test("only one entry of another device can be replaced", () => {
  const shown = sheets();
  const offered = (theirs, why) => {
    shown.conflict({ mine: { said: "mine" }, theirs: theirs.map((words) => ({ words })), why });
    return labels();
  };
  equal(offered(["one"]), ["After", "Instead", "Drop"]);
  equal(offered(["one", "two"]), ["After", "Drop"]);
  equal(offered([]), ["After", "Drop"]);
  equal(offered(["one"], { article: "5.1", detail: "No." }), ["Instead", "Drop"]);
});

test("what loses nothing is the main answer, and all that waits is named", () => {
  const shown = sheets();
  shown.conflict({ mine: { said: "End turn" }, more: [{ said: "A1 walks" }], theirs: [{ words: "one" }] });
  equal([main(), document.body.textContent.includes("End turnA1 walks"), labels()], [["After"], true, ["After", "Instead", "Only the first"]]);
  shown.conflict({ mine: { said: "End turn" }, theirs: [{ words: "one" }], why: { article: "5.1", detail: "No." } });
  equal([main(), labels()], [["Drop"], ["Instead", "Drop"]]); // what the rules refuse is not recorded from here
});

const form = (fields) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return declared(data);
};

test("what a card did is gathered by kind and unit", () => {
  const fields = { "injuries a1": "2", "healed a1": "0", "moved a1": "b3", "markers b1 ap": "-1", "glory A": "1", "kamas B": "-2" };
  equal(form(fields), { injuries: { a1: 2 }, moved: { a1: "B3" }, markers: { b1: { ap: -1 } }, glory: { A: 1 }, kamas: { B: -2 } });
});

test("a summon needs its name and its cell", () => {
  equal(form({ summon: "Le Chafer d’Élite", "summon cell": "c4" }), { summoned: { "le-chafer-delite": "C4" } });
  equal([form({ summon: "Chafer", "summon cell": "" }), form({ summon: "", "summon cell": "C4" })], [{}, {}]);
});

test("a power that its player may use is used or passed by name", async () => {
  const words = { ...WORDS, mayAnswer: "{unit} may use {power}", useAnswer: "Use", passAnswer: "Pass" };
  const option = { effect: "debt", by: "a1" };
  const questions = [{ kind: "may", path: ["standby", 0], option, power: "Debt" }];
  for (const [press_, filled] of [["Use", { do: "cast", standby: [option] }], ["Pass", { do: "cast", declined: [option] }]]) {
    const answer = new Sheets(sheet(), { words, icons: "", unitName: () => "Ana" }).ask(questions, { do: "cast" });
    equal(document.querySelector(".card-title").textContent, "Ana may use Debt");
    await press(press_);
    equal(await answer, filled);
  }
});
