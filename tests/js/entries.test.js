import { Entries } from "../../static/js/record/entries.js";
import { equal, page, test } from "./harness.js";

const WORDS = { onTrust: "on trust", about: "{what}: {said}", waiting: "not saved yet", nothing: "Nothing yet" };
const entry = (more) => ({ first: 0, index: 0, who: "A", words: "Oscar Kass walks to D8.", proof: "proved", ...more });

function shown(entries, { findings = [], waiting = [] } = {}) {
  page('<div><ol id="list"></ol><p id="last"></p></div>');
  const [list, last] = ["#list", "#last"].map((id) => document.querySelector(id));
  const made = new Entries({ list, last }, WORDS, { A: "Tim", B: "Bo" });
  made.show({ entries, findings });
  made.wait(waiting);
  return { list, last };
}

test("one line says what happened last and who did it", () => {
  equal(shown([entry({ who: "B", words: "Earlier." }), entry({ index: 1 })]).last.textContent, "Tim: Oscar Kass walks to D8.");
});

test("who names themselves is named once", () => {
  equal(shown([entry({ words: "Tim takes 1 Kama." })]).last.textContent, "Tim takes 1 Kama.");
});

test("what is nobody's has no name, and before the first action nothing is said", () => {
  equal([shown([entry({ who: null, words: "Time is up" })]).last.textContent, shown([]).last.textContent], ["Time is up", ""]);
});

test("what waits on this device is what happened last", () => {
  equal(shown([entry()], { waiting: [{ said: "Oscar walks to C3" }] }).last.textContent, "Oscar walks to C3 (not saved yet)");
});

test("an action is read out once: not on its way, nor when drawn anew", () => {
  page('<div><ol id="list"></ol><p id="last"></p></div>');
  const [list, last] = ["#list", "#last"].map((id) => document.querySelector(id));
  const entries = new Entries({ list, last }, WORDS, {});
  const loud = () => [last.getAttribute("aria-live"), last.textContent];
  entries.wait([{ said: "Oscar walks to C3" }]);
  equal(loud(), ["off", "Oscar walks to C3 (not saved yet)"]);
  entries.wait([]);
  entries.show({ entries: [entry({})], findings: [] });
  equal(loud(), ["polite", "Oscar Kass walks to D8."]);
  const [said] = last.childNodes;
  entries.show({ entries: [entry({})], findings: [] });
  equal(last.firstChild === said, true);
  entries.wait([{ said: "Oscar walks to C4" }], true);
  equal(loud(), ["polite", "Oscar walks to C4 (not saved yet)"]); // without a line nothing else will be said of it
});

test("all parts of the last tap are said, and nothing before them", () => {
  page('<div><ol id="list"></ol><p id="last"></p></div>');
  const [list, last] = ["#list", "#last"].map((id) => document.querySelector(id));
  const entries = ["Earlier.", "Tim takes 1 Kama.", "Oscar walks to D8."].map((words, index) => entry({ first: index, index, words }));
  new Entries({ list, last }, WORDS, { A: "Tim" }).show({ entries, findings: [], actions: 3, undo: 2 });
  equal([last.textContent, last.className], ["Tim takes 1 Kama. Oscar walks to D8.", ""]);
});

test("of a tap too long for the line its end is said", () => {
  page('<div><ol id="list"></ol><p id="last"></p></div>');
  const [list, last] = ["#list", "#last"].map((id) => document.querySelector(id));
  const begins = "Percimol - Controlled begins its turn with 6 AP and 3 MP, and after it the others of its side.";
  const entries = [begins, "Percimol - Controlled walks to C11."].map((words, index) => entry({ first: index, index, words }));
  new Entries({ list, last }, WORDS, { A: "Tim" }).show({ entries, findings: [], actions: 2, undo: 2 });
  equal(last.textContent, "Tim: … Percimol - Controlled walks to C11.");
});

test("what was proved has no word beside it, what was not has", () => {
  const { list } = shown([entry({}), entry({ index: 1, proof: "believed" })]);
  equal([...list.querySelectorAll(".step")].map((line) => line.querySelector(".badge")?.textContent ?? ""), ["on trust", ""]);
});

test("a walk has the numbers of its actions, and a finding of any of them", () => {
  const { list } = shown([entry({ first: 3, index: 6 })], { findings: [{ action: 4, severity: "error", article: "6.3.2", message: "No MP." }] });
  equal([list.querySelector(".step-number").textContent, list.querySelector("li").className], ["4–7", "step step-error"]);
});
