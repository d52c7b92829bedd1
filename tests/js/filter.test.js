import { filters } from "../../static/js/ui/filter.js";
import { equal, page, test } from "./harness.js";

const row = (name, over = "") => `<li data-row data-words="${name}" ${over}><button type="button">${name}</button></li>`;
const pressed = [];

function opened(...rows) {
  pressed.length = 0;
  page(`<input type="search" data-filters="list"><ul id="list">${rows.join("")}</ul><p data-nothing hidden>none</p>`);
  document.querySelectorAll("button").forEach((button) => button.addEventListener("click", () => pressed.push(button.textContent)));
  filters(document);
}

const field = () => document.querySelector("input");
const shown = () => [...document.querySelectorAll("[data-row]:not([hidden])")].map(({ dataset }) => dataset.words);
const best = () => document.querySelector(".is-best")?.dataset.words;

function typed(text) {
  field().value = text;
  field().dispatchEvent(new Event("input"));
}

const enter = () => field().dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", cancelable: true }));

test("beginnings of words are found before what stands inside them", () => {
  opened(row("Daniel"), row("Élodie"));
  typed("el");
  equal([shown(), best()], [["Élodie"], "Élodie"]);
  typed("nie");
  equal(shown(), ["Daniel"]);
});

test("accents, capitals and hyphens do not matter", () => {
  opened(row("Jean-Loïc Müller"));
  typed("LOIC mul");
  equal(shown(), ["Jean-Loïc Müller"]);
});

test("apostrophes, hyphens and ligatures may be left out", () => {
  opened(row("Niamh O'Shun"), row("Anne Œuvrard"), row("Jean-Loïc D’Arc"), row("Bo"));
  const found = { oshun: "Niamh O'Shun", "o’shun": "Niamh O'Shun", shun: "Niamh O'Shun", oeuvrard: "Anne Œuvrard", œuv: "Anne Œuvrard", jeanloic: "Jean-Loïc D’Arc", "jean loic": "Jean-Loïc D’Arc", arc: "Jean-Loïc D’Arc" };
  for (const [text, name] of Object.entries(found)) {
    typed(text);
    equal([text, shown()], [text, [name]]);
  }
});

test("Enter presses the marked row, which is one that is not over", () => {
  opened(row("Ana", "data-over"), row("Anaïs"));
  typed("ana");
  equal(best(), "Anaïs");
  enter();
  equal([pressed, field().value, shown()], [["Anaïs"], "", ["Ana", "Anaïs"]]);
});

test("Enter presses nothing where all that fits is over, or nothing is typed", () => {
  opened(row("Ana", "data-over"), row("Bo"));
  typed("ana");
  enter();
  typed("");
  enter();
  equal(pressed, []);
});

test("where nothing fits, that is said", () => {
  opened(row("Ana"));
  typed("x");
  equal([shown(), document.querySelector("[data-nothing]").hidden], [[], false]);
});

test("a name that presses nothing makes room for the next", () => {
  opened(row("Ana", "data-over"));
  typed("ana");
  enter();
  equal([field().selectionStart, field().selectionEnd], [0, 3]);
});

test("a name whose press did not arrive stands in the field again", () => {
  opened(row("Ana"), row("Bo"));
  typed("ana");
  enter();
  typed("bo");
  enter();
  const [ana, bo] = document.querySelectorAll("[data-row]");
  field().value = "";
  bo.dispatchEvent(new CustomEvent("htmx:sendError"));
  equal([field().value, best()], ["bo", "Bo"]);
  ana.dispatchEvent(new CustomEvent("htmx:sendError"));
  equal(field().value, "bo");
});

test("a group opens for what is found in it, and no other", () => {
  page(`<input type="search" data-filters="list"><div id="list"><details data-group><summary>a</summary>${row("Ana")}</details><details data-group><summary>b</summary>${row("Bo")}</details></div>`);
  filters(document);
  equal([...document.querySelectorAll("details")].map(({ open }) => open), [false, false]);
  typed("bo");
  equal([...document.querySelectorAll("details")].map(({ open }) => open), [false, true]);
});
