import { keys } from "../../static/js/ui/keys.js";
import { tablists } from "../../static/js/ui/tabs.js";
import { Race } from "../../static/js/replay/race.js";
import { Transport } from "../../static/js/replay/transport.js";
import { Film } from "../../static/js/replay/film.js";
import { equal, page, pass, spy, test } from "./harness.js";

const TABS = `<div><div role="tablist"><button role="tab" aria-controls="one">One</button><button role="tab" aria-controls="two" aria-selected="true">Two</button>
  <button role="tab" aria-controls="three">Three</button></div><p id="one">1</p><p id="two">2</p><p id="three">3</p></div>`;
const shownPanels = () => [...document.querySelectorAll("p")].filter((panel) => !panel.hidden).map(({ id }) => id);
const key = (name, more = {}) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...more }));

test("the chosen tab shows its panel only", () => {
  page(TABS);
  tablists(document);
  equal(shownPanels(), ["two"]);
  document.querySelector("[role=tab]").click();
  equal(shownPanels(), ["one"]);
});

test("arrows walk over the tabs and round the ends", () => {
  page(TABS);
  tablists(document);
  document.querySelectorAll("[role=tab]")[1].focus();
  key("ArrowRight");
  equal(shownPanels(), ["three"]);
  key("ArrowRight");
  equal(shownPanels(), ["one"]);
  key("ArrowLeft");
  equal([shownPanels(), document.activeElement.textContent], [["three"], "Three"]);
});

function desk() {
  page(`<div><button data-key="r">Refresh</button><input><table data-rows><tr tabindex="0" data-row id="first"><td>1</td></tr>
    <tr tabindex="0" data-row id="second"><td>2</td></tr></table></div>`);
  const pressed = spy();
  document.querySelector("button").addEventListener("click", pressed);
  keys();
  keys();
  return pressed;
}

test("a key presses its button once, however often pieces are brought in", () => {
  const pressed = desk();
  key("r");
  equal(pressed.calls.length, 1);
});

test("a key that is typed or combined presses nothing", () => {
  const pressed = desk();
  key("r", { ctrlKey: true });
  document.querySelector("input").focus();
  key("r");
  equal(pressed.calls.length, 0);
});

test("j and k walk over the rows and stop at the ends", () => {
  desk();
  const walked = ["j", "j", "j", "k", "k"].map((name) => {
    key(name);
    return document.activeElement.id;
  });
  equal(walked, ["first", "second", "second", "first", "first"]);
});

const PARTS = `<div>${["next", "previous", "play", "finding"].map((name) => `<button data-transport="${name}"><span></span></button>`).join("")}
  <input type="range" data-transport="slider"><select data-transport="speed"><option>1</option><option>2</option></select></div>`;
const start = { glory: { A: 0, B: 0 }, units: {}, coins: {} };

function transport(length, findings = []) {
  const root = page(PARTS);
  const steps = [...Array(length).keys()].map((i) => ({ words: `action ${i}`, change: {} }));
  const show = spy();
  const made = new Transport(root, new Film({ start, steps, findings, marks: [] }), { words: { noFindings: "None" }, show });
  const click = (name) => root.querySelector(`[data-transport=${name}]`).click();
  return { made, click, root, show };
}

test("steps stop at both ends of the game", () => {
  const { made, click } = transport(2);
  click("previous");
  equal(made.count, 0);
  for (let i = 0; i < 5; i += 1) click("next");
  equal([made.count, location.hash], [2, "#action=2"]);
});

test("the address says where the replay begins", () => {
  history.replaceState(null, "", "#action=3");
  equal(transport(5).made.count, 3);
  history.replaceState(null, "", "#action=99");
  equal(transport(5).made.count, 5);
});

test("playing goes on by itself and stops at the end", async () => {
  const { made, click } = transport(3);
  click("play");
  await pass(900);
  equal(made.count, 1);
  await pass(900 * 5);
  equal([made.count, made.timer], [3, null]);
});

test("playing from the end begins anew", () => {
  const { made, click } = transport(3);
  made.go(3);
  click("play");
  equal(made.count, 0);
});

test("whoever takes a step by hand stops the playing", async () => {
  const { made, click } = transport(9);
  click("play");
  click("next");
  await pass(9000);
  equal(made.count, 1);
});

test("findings are visited in order and round again", () => {
  const { made, click } = transport(9, [{ action: 6 }, { action: 2 }, { action: null }, { action: 2 }]);
  const visited = [1, 2, 3].map(() => {
    click("finding");
    return made.count;
  });
  equal(visited, [3, 7, 3]);
});

test("without findings their button is off", () => {
  const { root } = transport(3, [{ action: null }]);
  const button = root.querySelector("[data-transport=finding]");
  equal([button.disabled, button.textContent], [true, "None"]);
});

test("a slider that is dragged is drawn once a frame", async () => {
  const { root, show, made } = transport(50);
  const slider = root.querySelector("[data-transport=slider]");
  const before = show.calls.length;
  for (const value of [10, 20, 30]) {
    slider.value = value;
    slider.dispatchEvent(new Event("input"));
  }
  await pass(20);
  equal([show.calls.length - before, made.count, show.calls.at(-1)], [1, 30, [30, true]]);
});

test("a click on the race goes to that action, and never beyond", () => {
  const place = page('<div style="position:fixed;left:0;top:0;width:452px"></div>');
  const film = new Film({ start, steps: Array.from({ length: 100 }, () => ({ change: {} })), findings: [], marks: [] });
  const onSeek = spy();
  const race = new Race(place, film, { words: { race: "" }, onSeek });
  race.element.style.width = "452px";
  const click = (clientX) => race.element.dispatchEvent(new MouseEvent("click", { clientX }));
  [0, 26, 226, 426, 452].forEach(click);
  equal(onSeek.calls.flat(), [0, 0, 50, 100, 100]);
});
