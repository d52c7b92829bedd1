import { keys } from "../../static/js/ui/keys.js";
import { tablists } from "../../static/js/ui/tabs.js";
import { equal, page, spy, test } from "./harness.js";

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

const walked = (...names) => names.map((name) => {
  key(name);
  return document.activeElement.id;
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

test("j and k pass over rows that are folded away", () => {
  page(`<p data-rows><a href="#" data-row id="first">1</a></p><details data-rows><summary data-row id="fold">2</summary><p><a href="#" data-row id="inside">3</a></p></details>`);
  keys();
  equal(walked("j", "j", "j"), ["first", "fold", "fold"]);
  document.querySelector("details").open = true;
  equal(walked("j", "k", "k"), ["inside", "fold", "first"]);
});

test("j and k walk over the rows and stop at the ends", () => {
  desk();
  equal(walked("j", "j", "j", "k", "k"), ["first", "second", "second", "first", "first"]);
});
