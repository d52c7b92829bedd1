// What the scripts of recorder and replay do where a game has three or four players, or two crews.
import { alliesOf, isOutOf } from "../../static/js/board/players.js";
import { portraitPicture } from "../../static/js/board/portraits.js";
import { shapePicture } from "../../static/js/board/shapes.js";
import { svg } from "../../static/js/board/svg.js";
import { askWhatHappened } from "../../static/js/record/declare.js";
import { Offers } from "../../static/js/record/offers.js";
import { Sheets } from "../../static/js/record/sheets.js";
import { Sides } from "../../static/js/record/sides.js";
import { Strip } from "../../static/js/record/strip.js";
import { Film } from "../../static/js/replay/film.js";
import { Graph } from "../../static/js/replay/graph.js";
import { Panels } from "../../static/js/replay/panels.js";
import { Stage } from "../../static/js/replay/stage.js";
import { healthOf, largestGains } from "../../static/js/replay/swings.js";
import { happenings } from "../../static/js/replay/timeline.js";
import { equal, page, settled, spy, test } from "./harness.js";

const ORDER = ["A", "B", "C", "D"];
const NAMES = { A: "Ana", B: "Bo", C: "Chloe", D: "Dani" };
const CREWS = [["A", "C"], ["B", "D"]];
const WORDS = {
  tally: "GG",
  castAt: "{spell} at {target}", wild: "{n} GG left", nobodyActs: "nobody", HP: "HP", MP: "MP", AP: "AP", outOfGame: "out of the game", kama: "Kama", kamas: "Kamas", turn: "Turn {n}, {player}", setUp: "Set-up",
  knockedOut: "KO", active: "active", hp: "{left}/{all} HP", mp: "{n} MP", ap: "{n} AP", faceDown: "face down", recordsHere: "Records", allSides: "all players", bothSides: "both players",
  name_glory: "Whose GG does {unit} take?", putAway: "Cancel", walkTo: "{n}", walkBlocked: "{n}", struckBy: "{spells}", injuriesOf: "Injuries", more: "More", othersDeclared: "Others", another: "Another",
  trustNotice: "On trust", enterOnTrust: "Record", healed: "Healed", movedTo: "To", spellName: "Spell", summoned: "Summon", summonedTo: "On", unplaced: "not placed",
};
const unit = (side, cell, more = {}) => ({ name: `of ${side}`, side, cell, hp: 5, injuries: 0, mp: 3, ap: 4, markers: [], rewards: [], ...more });
const POSITION = {
  turn: 3, player: "C", active: "c1", wild: 4, glory: { A: 3, B: 0, C: 5, D: 2 }, kamas: { A: 0, B: 1, C: 2, D: 3 },
  units: { a1: unit("A", "A1"), b1: unit("B", null), "b1/tofu": unit("B", "B2", { summon: true }), c1: unit("C", "C3"), d1: unit("D", "D4") },
};
const placesOf = (more) => {
  page(`<div>${[...ORDER, ...more].map((name) => `<div data-${name}></div>`).join("")}</div>`);
  return Object.fromEntries([...ORDER, ...more].map((name) => [name, document.querySelector(`[data-${name}]`)]));
};
const filmOf = (changes) => new Film({ start: { ...POSITION, units: { ...POSITION.units } }, steps: changes.map((change) => ({ change })), findings: [], marks: [] });

test("a player whose only figure is a summon is out, once the fight has begun", () => {
  equal(ORDER.map((side) => isOutOf(POSITION, side)), [false, true, false, false]);
  equal(isOutOf({ ...POSITION, turn: 0 }, "B"), false);
});

test("who conceded last is out, with figures that still stand", () => {
  const places = placesOf(["table"]);
  new Panels(places, WORDS, NAMES, ORDER).show({ ...POSITION, out: ["B", "A"] });
  equal(ORDER.map((side) => places[side].textContent.includes("out of the game")), [true, true, false, false]);
  equal(ORDER.map((side) => places[side].querySelectorAll(".is-out").length), [1, 2, 0, 0]);
});

test("partners are allies, and without crews everybody is alone", () => {
  equal([alliesOf("C", CREWS), alliesOf("B", CREWS), alliesOf("C")], [["A", "C"], ["B", "D"], ["C"]]);
});

test("each of four players has an outline of their own", () => {
  const outlines = ORDER.map((side) => shapePicture(side).querySelector(".body").outerHTML);
  equal([new Set(outlines).size, outlines.map((each) => each.startsWith("<circle"))], [4, [true, false, false, false]]);
  equal(ORDER.map((side) => portraitPicture(unit(side, "A1")).getAttribute("viewBox")), ["-16 -16 32 32", "-16 -16 32 32", "-21 -21 42 42", "-21 -21 42 42"]);
});

test("the strip names four players, whose turn it is and who is out", () => {
  const places = placesOf(["active", "wild"]);
  new Strip(places, WORDS, NAMES, ORDER).show(POSITION, null);
  equal(ORDER.map((side) => places[side].querySelector(".strip-name").textContent), ["Ana", "Bo", "Chloe", "Dani"]);
  equal(ORDER.map((side) => places[side].querySelector(".strip-stock").textContent), ["3 GG 0 K", "0 GG 1 K out of the game", "5 GG 2 K", "2 GG 3 K"]);
  equal([document.querySelectorAll(".is-turn").length, places.C.querySelector(".is-turn") !== null, places.wild.textContent], [1, true, "4 GG left"]);
});

test("a phone of four records all of them until it is given one", () => {
  localStorage.removeItem("side-of-t");
  const onChange = spy();
  const place = page("<fieldset></fieldset>");
  const sides = new Sides(place, { key: "t", words: WORDS, names: NAMES, order: ["C", "A", "D", "B"], onChange });
  equal([ORDER.every((side) => sides.records(side)), [...place.querySelectorAll("label")].map(({ textContent }) => textContent)], [true, ["all players", "Chloe", "Ana", "Dani", "Bo"]]);
  sides.choose("D");
  equal([ORDER.map((side) => sides.records(side)), localStorage.getItem("side-of-t"), onChange.calls.length], [[false, false, false, true], "D", 1]);
  sides.choose(sides.all);
  equal([sides.records("A"), localStorage.getItem("side-of-t")], [true, null]);
});

test("of several opponents the recorder asks for one by name", async () => {
  const asked = new Sheets(page("<div hidden></div>"), { words: WORDS, names: NAMES, icons: "", unitName: () => "Flopin" })
    .ask([{ kind: "player", asks: "glory", unit: "a1", options: ["B", "C", "D"], path: ["from"] }], { do: "buy-glory" });
  equal([...document.querySelectorAll("button")].map(({ textContent }) => textContent), ["Bo", "Chloe", "Dani", "Cancel"]);
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Chloe").click();
  await settled();
  equal(await asked, { do: "buy-glory", from: "C" });
});

const struck = (crews) => {
  const offers = new Offers(page("<div></div>"), { scene: { board: { light: spy() } }, words: WORDS, aim: { clear: spy() }, icons: "", crews });
  const casts = Object.fromEntries(["A1", "C3", "D4"].map((cell) => [cell, [{ label: "Bolt" }]]));
  offers.show({ position: POSITION, offers: [{ do: "end-turn" }], taps: { walks: {}, casts } });
  return offers.struck();
};

test("a partner in reach of a spell is not lit as an enemy", () => {
  equal([struck([]), struck(CREWS)], [["A1", "D4"], ["D4"]]);
});

test("what a card did may give GG and Kamas to each of four", () => {
  askWhatHappened(page("<div hidden></div>"), { offer: { label: "Bolt", action: {} }, target: "D4", units: POSITION.units }, WORDS);
  equal(ORDER.map((side) => document.querySelectorAll(`[name="glory ${side}"], [name="kamas ${side}"]`).length), [2, 2, 2, 2]);
});

test("the replay's panels show four scores and who is out", () => {
  const places = placesOf(["table"]);
  new Panels(places, WORDS, NAMES, ORDER).show(POSITION);
  equal(ORDER.map((side) => places[side].querySelector("[data-score]").textContent), ["3", "0", "5", "2"]);
  equal(ORDER.map((side) => places[side].querySelector("h2 .badge-bad")?.textContent ?? ""), ["", "out of the game", "", ""]);
  equal(places.table.textContent, "Turn 3, Chloe · 3 : 0 : 5 : 2 GG · 4 GG left");
});

test("GG and HP of four have a column for each player", () => {
  const film = filmOf([{ glory: { A: 3, B: 0, C: 6, D: 1 } }, { units: { d1: { injuries: 2 } } }]);
  equal(film.race(ORDER), [[0, 3, 0, 5, 2], [1, 3, 0, 6, 1], [2, 3, 0, 6, 1]]);
  equal(healthOf(film, ORDER), [[0, 5, 0, 5, 5], [2, 5, 0, 5, 3], [2, 5, 0, 5, 3]]);
});

test("the turns in which one of four gained most are named", () => {
  const points = [[0, 0, 0, 0, 0], [2, 0, 0, 1, 0], [4, 0, 0, 4, 0], [7, 0, 2, 4, 0], [9, 1, 2, 4, 0]];
  const turns = [{ turn: 1, count: 0 }, { turn: 2, count: 5 }, { turn: 3, count: 8 }];
  equal(largestGains(points, turns, 10, 2, ORDER), [{ turn: 1, side: "C", amount: 4, count: 4 }, { turn: 2, side: "B", amount: 2, count: 7 }]);
});

test("each of four lines has its KOs in a lane of its own", () => {
  const place = page("<div></div>");
  const marks = ORDER.map((side, action) => ({ action, kind: "ko", side, words: side }));
  const graph = new Graph(place, { points: [[0, 1, 2, 3, 4], [9, 4, 3, 2, 1]], length: 9, label: "GG", kind: "race", width: 320, height: 166, top: 78, marks, sides: ORDER, onSeek: spy() });
  const lanes = [...place.querySelectorAll(".sign")].map((sign) => sign.getAttribute("transform").split(" ")[1]);
  equal([ORDER.map((side) => graph.element.querySelectorAll(`.race-${side.toLowerCase()}`).length), new Set(lanes).size], [[1, 1, 1, 1], 4]);
  equal([...place.querySelectorAll(".ko-of")].map(({ textContent }) => textContent), ORDER);
});

test("each of four KOs has a colour on a phone too", async () => {
  const frame = page('<iframe width="390"></iframe>');
  const marks = ORDER.map((side) => `<path class="mark-ko mark-ko-${side.toLowerCase()}"/>`).join("");
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
  frame.srcdoc = `<link rel="stylesheet" href="/static/css/tokens.css"><link rel="stylesheet" href="/static/css/replay.css"><div class="at-graphs"><svg>${marks}</svg></div>`;
  await loaded;
  const strokes = [...frame.contentDocument.querySelectorAll("path")].map((each) => frame.contentWindow.getComputedStyle(each).stroke);
  equal([new Set(strokes).size, strokes.includes("none")], [4, false]);
});

test("of four the GG alone fly to whoever scored", () => {
  const now = { ...POSITION, glory: { ...POSITION.glory, C: 6, D: 1 }, units: { ...POSITION.units, d1: unit("D", null) } };
  const happened = happenings(POSITION, now, { ko: ["D"] });
  equal(happened.map(({ kind, side, amount }) => [kind, side, amount ?? null]), [["ko", "D", null], ["glory", "C", 1], ["glory", "D", -1]]);
  const flown = (isDuel) => {
    const place = page("<div><p></p><b>5</b></div>");
    const element = svg("svg", { viewBox: "0 0 500 500" });
    place.append(element);
    const board = { element, near: "south", layers: { figures: element }, cells: new Map([["D4", element]]) };
    new Stage(board, { tray: place.querySelector("p"), icons: "", scoreOf: () => place.querySelector("b"), isDuel, calm: { matches: false } }).play(happened);
    const flying = [...document.querySelectorAll(".flying")].map(({ textContent, className }) => [textContent, className.at(-1)]);
    document.querySelectorAll(".flying").forEach((each) => each.remove());
    return flying;
  };
  equal([flown(false), flown(true).length], [[["+1 GG", "c"], ["−1 GG", "d"]], 3]);
});
