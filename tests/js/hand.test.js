import { Hand } from "../../static/js/record/hand.js";
import { outcomeGrid, outcomeRows } from "../../static/js/record/outcomes.js";
import { shown } from "../../static/js/record/rewards.js";
import { Targets, rollsOf, withOutcomes } from "../../static/js/record/targets.js";
import { pairs } from "../../static/js/record/tension.js";
import { equal, page, spy, test } from "./harness.js";

const WORDS = {
  won_critical: "{n} critical", won_armour: "{n} Armour", successes: "How many?", ko: "KO", noHarm: "none", damage: "{range} injuries", heals: "+{n}",
  target: "{unit} on {cell}", targetCell: "At {cell}", castAgain: "Again: {target}", inReach: "In reach: {target}", castIt: "Cast {spell} at {cell}", castAt: "{spell} at {target}", whatFor: "{what} for {unit}", flipToEnd: "{player} ends", countOf: "{n} of {all}", notEnded: "not ended", ofRank: "of the rank", rankUnknown: "unknown", putAway: "Cancel", whichSpell: "Which?", about: "{what}: {said}", whoGetsIt: "Who gets {what}?", flipOne: "{rank} {pile}", flipped: "{rank} {pile}: {reward}", rank_jade: "Jade", rank_silver: "Silver",
  searchReward: "Search", alsoSeen: "all", later: "Later", noReward: "None", endTurn: "End turn", tensionTitle: "Tension", rollTension: "Roll", enterFaces: "Faces", again: "Again",
  critical: "Critical", armour: "Armour", lock: "Lock", dodge: "Dodge", inspireTitle: "Inspire", inspireWith: "Who gets {face}?",
};
const ROLLS = [{ roll: "critical", count: 2 }, { roll: "armour", count: 1 }];
const FORECAST = { critical: 2, armour: { b1: 1 }, outcomes: [[0, 0, 1, false], [0, 1, 0, false], [1, 0, 2, true]] };
const texts = (root) => [...root.querySelectorAll("button")].map((button) => button.textContent);

test("two rolls stand in one grid: one tap is the whole outcome", () => {
  const onPick = spy();
  const grid = page("<div></div>").appendChild(outcomeGrid(ROLLS, { words: WORDS, onPick }));
  equal(texts(grid), ["0 critical · 0 Armour", "1 critical · 0 Armour", "2 critical · 0 Armour", "0 critical · 1 Armour", "1 critical · 1 Armour", "2 critical · 1 Armour"]);
  grid.querySelector("[data-outcome='2 1']").click();
  equal(onPick.calls, [[[2, 1]]]);
});

test("more rolls have a row each, and the last one finishes", () => {
  const onPick = spy();
  const rows = page("<div></div>").appendChild(outcomeRows([...ROLLS, { roll: "armour", count: 1 }], { words: WORDS, onPick }));
  for (const outcome of ["0 2", "2 0", "1 1"]) rows.querySelector(`[data-outcome='${outcome}']`).click();
  equal(onPick.calls, [[[2, 1, 0]]]);
});

test("a cast asks for the dice that its forecast names", () => {
  equal(rollsOf(FORECAST).map(({ roll, unit, count }) => [roll, unit, count]), [["critical", undefined, 2], ["armour", "b1", 1]]);
  equal(withOutcomes({ do: "cast" }, rollsOf(FORECAST), [1, 0]), { do: "cast", critical: { successes: 1 }, armour: { b1: { successes: 0 } } });
});

const CASTS = [{ spell: "bolt", label: "Bolt", cost: "3 AP", forecast: FORECAST }, { spell: "punch", label: "Punch", cost: "5 AP" }];

function targets({ faces = false, casts = CASTS } = {}) {
  const place = page("<div hidden></div>");
  const onCast = spy();
  const made = new Targets(place, { words: WORDS, unitName: (id) => id, wantsFaces: () => faces, onCast });
  made.show("D4", casts, "Bo on D4");
  return { place, onCast, made };
}

test("the strongest spell is chosen, with what each outcome does", () => {
  const { place, onCast } = targets({ casts: [...CASTS, ...CASTS, ...CASTS] });
  equal(place.querySelector("[aria-pressed=true]").textContent, "Bolt3 AP · 0–2 injuries");
  equal(place.querySelector("[data-outcome='1 0']").textContent, "1 critical · 0 ArmourKO");
  place.querySelector("[data-outcome='1 0']").click();
  equal(onCast.calls[0].slice(0, 2), [{ do: "cast", spell: "bolt", target: "D4", critical: { successes: 1 }, armour: { b1: { successes: 0 } } }, "Bolt at D4"]);
  equal(place.hidden, true);
});

test("spells whose outcomes fit stand side by side", () => {
  const casts = ["bolt", "punch"].map((spell) => ({ spell, label: spell, cost: "", forecast: FORECAST }));
  const { place, onCast } = targets({ casts });
  place.querySelector("[data-block=punch] [data-outcome='0 1']").click();
  equal(onCast.calls[0][0], { do: "cast", spell: "punch", target: "D4", critical: { successes: 0 }, armour: { b1: { successes: 1 } } });
});

test("who enters faces casts first, and is asked for them", () => {
  const { place, onCast } = targets({ faces: true, casts: CASTS.slice(0, 1) });
  place.querySelector("[data-cast]").click();
  equal(onCast.calls[0][0], { do: "cast", spell: "bolt", target: "D4" });
});

test("another spell is one tap away", () => {
  const { place } = targets({ casts: [...CASTS, ...CASTS] });
  place.querySelector("[data-spell=punch]").click();
  equal(place.querySelector("[data-cast]").textContent, "Cast Punch at D4");
});

test("each pair of faces is offered once", () => {
  equal([pairs().length, new Set(pairs().map((pair) => pair.sort().join(" "))).size], [10, 10]);
});

const TOKENS = [{ value: "r1", label: "Épée" }, { value: "r2", label: "Boost" }];

const values = (filter) => shown(TOKENS, filter).map(({ value }) => value);

test("rewards that were seen are left out, and letters find the rest", () => {
  equal([values({ used: ["r2"] }), values({ used: ["r2"], all: true }), values({ typed: "epe" }), values({ typed: "x" })], [["r1"], ["r1", "r2"], ["r1"], []]);
});

function hand(table, rolls = false, rerolls = true, foes = []) {
  const places = page("<div><div id=targets></div><div id=tension></div><div id=rewards hidden></div></div>");
  const enter = spy();
  const [one, two, three] = places.children;
  const say = spy();
  const made = new Hand({ targets: one, tension: two, rewards: three }, { words: WORDS, names: { A: "Ana" }, icons: "", unitName: (id) => id, wantsFaces: () => false, rolls, rerolls, on: { enter, cast: spy(), look: () => {}, say } });
  made.show({ position: { units: {}, turn: 2, player: "A" }, seen: [], entries: [], offers: [], panel: null, ...table }, true, foes);
  return { made, targets: one, rewards: three, tension: two, enter, say };
}
const flip = (rank) => ({ do: "flip", action: { do: "flip", rank, pile: 2 }, choose: { options: TOKENS } });

test("tokens of the rank stand under a heading, before those of unknown rank", () => {
  const options = [{ ...TOKENS[0], label: "Lightning", of_rank: false }, { ...TOKENS[1], label: "Eel of Light", of_rank: true }];
  const { rewards } = hand({ panel: "flips", offers: [{ ...flip("jade"), choose: { options } }] });
  const said = () => [...rewards.querySelector(".reward-grid").children].map((child) => child.textContent);
  const before = said();
  const search = rewards.querySelector("input");
  search.value = "li";
  search.dispatchEvent(new Event("input"));
  equal([before, said()], [["of the rank", "Eel of Light", "unknown", "Lightning"], ["of the rank", "Eel of Light", "unknown", "Lightning"]]);
});

test("the end of a turn asks for the second tokens first, and then ends it", () => {
  const offers = [flip("jade"), { do: "end-turn", why: {} }];
  const { made, rewards, enter } = hand({ offers });
  equal(rewards.hidden, true);
  made.endTurn();
  rewards.querySelector("[data-reward=r1]").click();
  equal(enter.calls[0][0], [{ do: "flip", rank: "jade", pile: 2, reward: "r1" }, { do: "end-turn" }]);
});

const NOT_YET = { do: "end-turn", why: {} };
const reason = (rewards) => rewards.querySelector(".asks-why").textContent;

test("tokens of an ending turn say whose, why and how many", () => {
  const { made, rewards } = hand({ offers: [flip("granite"), flip("jade"), flip("silver"), NOT_YET] });
  made.endTurn();
  const first = reason(rewards);
  made.show({ position: { units: {}, turn: 2, player: "A" }, seen: [], entries: [], panel: "flips", prompt: "", offers: [flip("jade"), flip("silver"), NOT_YET] }, true);
  equal([first, reason(rewards)], ["Ana ends · 1 of 3", "Ana ends · 2 of 3"]);
});

test("the picker says the reason that the table gives", () => {
  equal(reason(hand({ panel: "flips", prompt: "Ana: next", offers: [flip("jade")] }).rewards), "Ana: next");
});

test("a turn whose tokens are put away has not ended, and says so", () => {
  const { made, rewards, say, enter } = hand({ offers: [flip("jade"), NOT_YET] });
  made.endTurn();
  rewards.querySelector(".close-hand").click();
  equal([rewards.hidden, say.calls, enter.calls], [true, [["not ended"]], []]);
});

test("with more ranks to come the turn goes on", () => {
  const { made, rewards, enter } = hand({ offers: [flip("jade"), flip("silver"), { do: "end-turn", why: {} }] });
  made.endTurn();
  rewards.querySelector("[data-reward=r1]").click();
  equal(enter.calls[0][0].length, 1);
});

test("Tension is asked for by itself, one tap for the pair", () => {
  const { tension, enter } = hand({ panel: "tension" });
  tension.querySelector("[data-pair='critical dodge']").click();
  equal(enter.calls[0][0], [{ do: "tension", dice: ["critical", "dodge"] }]);
});

const offered = (rerolls) => texts(hand({ panel: "tension" }, false, rerolls).tension).join().includes("Again");

test("a second roll is offered where the rules have one", () => {
  equal([offered(true), offered(false)], [true, false]);
});

test("where the site rolls, Tension is one tap", () => {
  const { tension, enter } = hand({ panel: "tension" }, true);
  equal([tension.hidden, texts(tension)], [false, ["Roll"]]);
  tension.querySelector("[data-roll-tension]").click();
  equal(enter.calls[0][0], [{ do: "tension" }]);
});

test("an Inspiration die goes to a figure in one tap", () => {
  const ana = { name: "Ana", initial: "A" };
  const { tension, enter } = hand({ panel: "inspire", position: { units: { a1: ana } }, offers: [{ do: "inspire", face: "lock", action: { do: "inspire", die: 1 }, cells: { B1: "a1" } }] });
  tension.querySelector("[data-inspire='1 a1']").click();
  equal(enter.calls[0][0], [{ do: "inspire", die: 1, unit: "a1" }]);
});

test("the other player's phone is asked nothing", () => {
  const { made, tension } = hand({});
  made.show({ position: { units: {} }, seen: [], offers: [], panel: "tension" }, false);
  equal(tension.hidden, true);
});

test("two letters find a token: its beginning or its initials before the rest", () => {
  const options = ["Bow of Oak", "Amulet of the Gobball", "Gobball Boots", "Long Bow"].map((label) => ({ value: label, label }));
  equal(["bo", "go", "gb", "zz"].map((typed) => shown(options, { typed }).map(({ label }) => label)), [
    ["Bow of Oak", "Gobball Boots", "Long Bow"], ["Gobball Boots", "Amulet of the Gobball"], ["Gobball Boots"], [],
  ]);
});

const ACTING = { entries: [], position: { units: { b1: { name: "Bo", cell: "D4" } }, active: "a1" }, taps: { actor: "a1", casts: { D4: CASTS } }, actions: 5 };

function afterACast(after) {
  const { made, targets: open } = hand(ACTING);
  made.aim("D4", CASTS);
  open.querySelector("[data-outcome='1 0']").click();
  equal(open.hidden, true);
  made.show({ ...ACTING, seen: [], offers: [], panel: null, actions: 6, ...after }, true);
  return open;
}

test("after a cast the same spell stands open while it can be cast again", () => {
  const open = afterACast({});
  equal([open.hidden, open.getAttribute("aria-label"), "offered" in open.dataset], [false, "Again: Bo on D4", true]);
});

test("who can not cast it again, or whose cast was not written, is left alone", () => {
  const others = { D4: CASTS.slice(1) };
  const nobody = { position: { ...ACTING.position, active: "a2" } };
  equal([{ taps: { casts: others } }, { taps: { casts: {} } }, nobody, { actions: 5 }, { panel: "tension" }].map((after) => afterACast(after).hidden), [true, true, true, true, true]);
});

const WALKED = { ...ACTING, entries: [{ walk: { unit: "a1" } }] };
const afterAWalk = (more = {}, foes = ["D4"]) => hand({ ...WALKED, ...more }, false, true, foes).targets;

test("after a walk the spells at the only enemy in reach stand open", () => {
  equal([afterAWalk().hidden, afterAWalk().getAttribute("aria-label")], [false, "In reach: Bo on D4"]);
  const kama = { offers: [{ do: "collect", action: { do: "collect" } }] };
  equal([afterAWalk(kama), afterAWalk({}, ["D4", "E4"]), afterAWalk({}, []), afterAWalk({ entries: [{}] })].map((place) => place.textContent), ["", "", "", ""]);
});

test("who gets a reward that lies face up is asked at once", async () => {
  const { made, enter, rewards } = hand({});
  const choose = spy("a2");
  await made.reward({ label: "Buy Boost", field: "to", cells: { D4: "a1", E4: "a2" }, action: { do: "buy-reward", face: "up" } }, choose);
  equal([rewards.hidden, choose.calls[0][1], enter.calls[0][0]], [true, ["a1", "a2"], [{ do: "buy-reward", face: "up", to: "a2" }]]);
});

const OPEN = { do: "buy-reward", label: "Buy Boost", field: "to", cells: { D4: "a1", E4: "a2" }, replaced: true, action: { do: "buy-reward", rank: "jade", pile: 2, face: "up", reward: "r0" } };
const HIDDEN = { do: "buy-reward", action: { do: "buy-reward", rank: "jade", pile: 2, face: "down" }, choose: { options: [{ value: "unknown-reward", label: "Secret" }, ...TOKENS] } };

test("the next token is turned up before it is asked who gets the one bought", async () => {
  const { made, enter, rewards } = hand({ offers: [OPEN, HIDDEN] });
  const choose = spy("a2");
  made.reward(OPEN, choose);
  equal([texts(rewards.querySelector(".reward-grid")), choose.calls.length, enter.calls.length], [["Épée", "Boost"], 0, 0]);
  rewards.querySelector("[data-reward=r1]").click();
  await Promise.resolve();
  await Promise.resolve();
  equal(enter.calls[0][0], [{ ...OPEN.action, to: "a2" }, { do: "flip", rank: "jade", pile: 2, reward: "r1" }]);
  const rolled = hand({ offers: [OPEN, HIDDEN] }, true);
  rolled.made.reward(OPEN, choose);
  equal(rolled.enter.calls[0][0], [OPEN.action, { do: "flip", rank: "jade", pile: 2, reward: "unknown-reward" }]);
});

test("the keyboard goes to what is asked, stays there, and comes back to the board", () => {
  const root = page("<div><div class=board><button data-cell=D4 tabindex=0>D4</button></div><div id=panel hidden></div></div>");
  const [board, panel] = root.children;
  const made = new Targets(panel, { words: WORDS, unitName: (id) => id, wantsFaces: () => false, onCast: spy() });
  board.firstChild.focus();
  made.show("D4", CASTS.slice(0, 1), "Bo on D4");
  equal(document.activeElement.dataset.spell, "bolt");
  made.choose(CASTS[0]);
  equal(document.activeElement.dataset.spell, "bolt");
  panel.querySelector(".close-hand").focus();
  panel.querySelector(".close-hand").click();
  equal(document.activeElement, board.firstChild);
});

test("who stands on what a panel lies over comes to it", () => {
  const root = page("<div><div class=timeline><button>Bo</button></div><div id=panel hidden></div></div>");
  const [timeline, panel] = root.children;
  const made = new Targets(panel, { words: WORDS, unitName: (id) => id, wantsFaces: () => false, onCast: spy() });
  made.offer("D4", CASTS.slice(0, 1), "In reach");
  equal(document.activeElement === document.body, true);
  timeline.firstChild.focus();
  made.offer("D4", CASTS.slice(0, 1), "In reach");
  equal(document.activeElement.dataset.spell, "bolt");
});
