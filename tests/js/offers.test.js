import { Offers } from "../../static/js/record/offers.js";
import { equal, page, settled, spy, test } from "./harness.js";

const WORDS = { placedOn: "{unit} stands on {cell}", castAt: "{spell} at {target}", tapFree: "{spell}: free cell", notBegun: "{unit} first", notBySummons: "{unit} cannot", noneHidden: "{unit} hides none", "slot_buy-reward": "Buy", walkTo: "{n} cells", walkBlocked: "{n}, Block", struckBy: "Struck by {spells}" };
const POSITION = { active: null, turn: 1, player: "A", units: { a1: { name: "Ana", side: "A", cell: "B2" }, b1: { name: "Bo", side: "B", cell: "D4" } } };
const PLACE = { do: "place", label: "Place Ana", action: { do: "place" }, field: "cell", cells: { B3: "B3", C2: ["C2"] } };
const SPELL = { do: "cast", label: "Bolt", action: { do: "cast", spell: "bolt" }, field: "target", cells: { D4: "D4" }, reach: { from: "B2" } };
const TAKE = { do: "collect", label: "Take", action: { do: "collect" } };

function shown(offers, { position = POSITION, onDeclare = spy(null), taps = null } = {}) {
  page('<div><div id="offers"></div><button id="elsewhere">Elsewhere</button></div>');
  const scene = { board: { light: spy() } };
  const aim = { show: spy(), clear: spy(), explain: spy() };
  const [onEnter, onSay, onList, onReward] = [spy(), spy(), spy(), spy()];
  const place = document.querySelector("#offers");
  const made = new Offers(place, { scene, words: WORDS, aim, icons: "", onEnter, onDeclare, onSay, onList, onReward });
  made.show({ position, offers, taps, prompt: "Roll first" });
  const lit = () => scene.board.light.calls.at(-1)[0];
  const press = (label) => [...place.querySelectorAll("button")].find((button) => button.textContent.startsWith(label)).click();
  const slot = (kind) => place.querySelector(`[data-slot=${kind}]`);
  return { made, place, lit, scene, aim, onDeclare, onSay, onList, onReward, press, slot, entered: () => onEnter.calls.map(([action]) => action) };
}

test("where the next figure can be placed is lit from the start", () => {
  equal(shown([PLACE]).lit(), { choice: ["B3", "C2"] });
});

test("where a figure can be placed its cells say so, and the key for targets finds them", () => {
  const { made, scene } = shown([PLACE]);
  equal([scene.board.light.calls.at(-1)[1], made.takes()], [{ B3: "Place Ana", C2: "Place Ana" }, ["B3", "C2"]]);
});

test("targets with a figure come before free cells", () => {
  const { made, press } = shown([{ ...SPELL, cells: { C2: "C2", D4: "D4" } }]);
  press("Bolt");
  equal(made.takes(), ["D4"]);
});

test("a spell that summons asks for a free cell until it is put away", () => {
  const { press, onSay, made } = shown([{ ...SPELL, label: "Call", summons: true }, SPELL]);
  made.prompt = "Ana is next";
  for (const label of ["Call", "Call", "Call", "Bolt"]) press(label);
  equal(onSay.calls.map(([said]) => said), ["Call: free cell", "Ana is next", "Call: free cell", "Ana is next"]);
});

test("walks and enemies in reach are lit, and said in words", () => {
  const taps = { walks: { C2: [{ cells: ["B3", "C2"], blocks: 1 }] }, casts: { D4: [{ label: "Bolt" }], A1: [{ label: "Bolt" }] } };
  const { scene } = shown([TAKE], { taps });
  equal(scene.board.light.calls.at(-1), [{ choice: ["C2"], target: ["D4"] }, { C2: "2, Block", D4: "Struck by Bolt" }]);
});

test("a tap on a lit cell enters what stands for that cell", async () => {
  const { made, entered } = shown([PLACE]);
  made.cell("C2");
  await settled();
  equal(entered(), [{ do: "place", cell: ["C2"] }]);
});

test("a tap on another cell enters nothing", async () => {
  const { made, entered } = shown([PLACE]);
  made.cell("L12");
  await settled();
  equal(entered(), []);
});

test("each of the fixed places stays, and says why not", async () => {
  const { slot, onSay, entered } = shown([TAKE, { do: "buy-glory", label: "Buy", why: { message: "No Kamas." } }]);
  equal([slot("collect").ariaDisabled, slot("reveal").ariaDisabled], [null, "true"]);
  slot("collect").click();
  slot("buy-glory").click();
  slot("reveal").click();
  await settled();
  equal([entered(), onSay.calls], [[{ do: "collect" }], [["No Kamas."], ["Roll first"]]]);
});

test("what nobody can do now says whose turn begins first, or what is missing", () => {
  const units = { ...POSITION.units, s1: { name: "Doll", side: "A", cell: "C1", summon: true } };
  for (const [active, actor, kind, said] of [[null, "a1", "buy-reward", "Ana first"], [null, null, "collect", "Roll first"], ["a1", "a1", "reveal", "Ana hides none"], ["s1", "s1", "reveal", "Doll cannot"]]) {
    const position = { ...POSITION, units, active };
    const { slot, onSay } = shown([], { position, taps: { actor } });
    slot(kind).click();
    equal(onSay.calls, [[said]]);
  }
});

test("of several purchases one is chosen from a list", () => {
  const [one, two] = [1, 2].map((pile) => ({ do: "buy-reward", label: `Pile ${pile}`, action: { do: "buy-reward", pile } }));
  const { slot, onList } = shown([one, two]);
  slot("buy-reward").click();
  equal(onList.calls[0], ["Buy", [one, two]]);
});

test("a reward is chosen by picture", () => {
  const choose = { field: "reward", options: [] };
  const { slot, onReward } = shown([{ do: "reveal", label: "Reveal", action: {}, choose }]);
  slot("reveal").click();
  equal(onReward.calls[0][0].choose, choose);
});

test("a spell shows its reach, and its target is tapped", async () => {
  const { made, press, aim, entered } = shown([SPELL]);
  press("Bolt");
  equal(aim.show.calls.at(-1).slice(0, 2), ["Bolt", { from: "B2" }]);
  made.cell("D4");
  await settled();
  equal(entered(), [{ do: "cast", spell: "bolt", target: "D4" }]);
});

test("the same button again puts the spell away", () => {
  const { press, lit } = shown([SPELL], { taps: { walks: { B3: [{ cells: ["B3"], blocks: 0 }] }, casts: {} } });
  press("Bolt");
  press("Bolt");
  equal(lit(), { choice: ["B3"], target: [] });
});

test("what is refused says why with its article and enters nothing", async () => {
  const { press, onSay, entered } = shown([{ ...SPELL, reach: undefined, why: { article: "7.1.4.a", message: "Too few AP." } }]);
  press("Bolt");
  await settled();
  equal([onSay.calls, entered()], [[["Too few AP. (7.1.4.a)"]], []]);
});

test("a spell that reaches nobody can be looked at", async () => {
  const { press, aim, entered } = shown([{ ...SPELL, cells: undefined, why: { message: "Nobody there." } }]);
  press("Bolt");
  await settled();
  equal([aim.show.calls.length, entered()], [1, []]);
});

test("what only the card knows is asked first", async () => {
  const { made, press, entered, onDeclare } = shown([{ ...SPELL, reach: undefined, declare: true }], { onDeclare: spy({ declared: { kamas: { A: 1 } } }) });
  press("Bolt");
  made.cell("D4");
  await settled();
  equal([onDeclare.calls[0][0].target, entered()], ["D4", [{ do: "cast", spell: "bolt", target: "D4", declared: { kamas: { A: 1 } } }]]);
});

test("a question that was put away enters nothing", async () => {
  const { made, entered } = shown([{ ...PLACE, declare: true }]);
  made.cell("B3");
  await settled();
  equal(entered(), []);
});

test("the keyboard stays on the same offer", () => {
  const { made, place } = shown([SPELL, { ...SPELL, label: "Punch" }]);
  [...place.querySelectorAll("[data-offer]")][1].focus();
  made.show({ position: POSITION, offers: [{ ...SPELL, label: "Punch" }, SPELL], taps: null });
  equal(document.activeElement.textContent, "Punch");
});
