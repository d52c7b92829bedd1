import { equal, page, test } from "./harness.js";
import { finish } from "../../static/js/finish.js";

const seat = (name, id) => `<li class="finish-seat" data-place-field="place_${id}" data-tally-field="glory_${id}" data-name="${name}" data-tally="GG of ${name}">
  <button type="button" data-taps="${id}"><span data-place></span></button><button type="button" data-absent="${id}"></button></li>`;
const fields = (id) => `<select name="place_${id}"><option value=""></option>${[1, 2, 3, 4].map((n) => `<option>${n}</option>`).join("")}<option>absent</option></select><input name="glory_${id}">`;

function opened(attributes = "") {
  page(`<form><div data-finish data-winner-has-all="glory" ${attributes}><ul>${[["Ana", "a"], ["Bo", "b"], ["Cy", "c"], ["Di", "d"]].map((each) => seat(...each)).join("")}</ul>
    <button type="button" data-back></button><details><div data-shares data-words="[one] with [other]"></div></details><div data-of></div>
    ${[0, 3, 5].map((n) => `<button type="button" data-number="${n}"></button>`).join("")}<p data-told></p><p data-lacks="Lacking:" hidden><span></span></p></div>
    <details data-typed>${["a", "b", "c", "d"].map(fields).join("")}</details>
    <select name="ending"><option>glory</option><option>time</option></select><button></button></form>`);
  finish(document);
}

const press = (selector) => document.querySelector(selector).click();
const tap = (...ids) => ids.forEach((id) => press(`[data-taps="${id}"]`));
const offered = () => [...document.querySelectorAll("[data-shares] button")].filter((button) => !button.hidden);
const shares = () => offered().map(({ textContent }) => textContent);
const share = (words) => offered().find(({ textContent }) => textContent === words).click();
const sent = (kind) => ["a", "b", "c", "d"].map((id) => document.querySelector(`[name=${kind}_${id}]`).value).join(" ");

function ends(how) {
  const field = document.querySelector("[name=ending]");
  field.value = how;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function isSent() {
  let arrives = false;
  const form = document.querySelector("form");
  form.addEventListener("submit", (event) => {
    arrives = true;
    event.preventDefault();
  }, { once: true });
  form.requestSubmit();
  return arrives;
}

test("three taps place four and the winner alone has a number", () => {
  opened();
  tap("b", "a", "d");
  press('[data-number="5"]');
  equal([sent("place"), sent("glory"), isSent()], ["2 1 4 3", "0 5 0 0", true]);
});

test("each tap is undone, and a tap on a placed one takes out who follows", () => {
  opened();
  tap("b", "a", "d");
  press("[data-back]");
  equal(sent("place"), "2 1  ");
  tap("b");
  equal(sent("place"), "   ");
  press("[data-back]");
  equal(sent("place"), "2 1  ");
});

test("a tap on the one placed last by itself keeps the place", () => {
  opened();
  tap("b", "a", "d", "c");
  press('[data-number="5"]');
  equal([sent("place"), isSent()], ["2 1 4 3", true]);
  press("[data-back]");
  press("[data-back]");
  equal(sent("place"), "2 1  ");
});

test("who shares a place leaves the next one out", () => {
  opened();
  tap("a", "b");
  share("Bo with Ana");
  tap("c");
  equal(sent("place"), "1 1 3 4");
  share("Bo with Ana");
  share("Cy with Bo");
  equal([sent("place"), shares()], ["1 2 2 4", ["Bo with Ana", "Cy with Bo", "Di with Cy"]]);
  share("Di with Cy");
  equal(sent("place"), "1 2 2 2");
});

test("first place is not shared where one has to win", () => {
  opened("data-first-alone");
  tap("a", "b");
  equal(shares(), []);
  tap("c");
  equal(shares(), ["Cy with Bo", "Di with Cy"]);
});

test("by another ending each number is asked in the order of finish", () => {
  opened();
  ends("time");
  tap("b", "a", "d");
  press('[data-number="5"]');
  press('[data-number="3"]');
  equal([sent("glory"), isSent()], ["3 5  ", false]);
  equal(document.querySelector("[data-lacks]").textContent, "Lacking: GG of Di, GG of Cy");
});

test("who did not come has no place", () => {
  opened();
  press('[data-absent="b"]');
  tap("c", "a");
  equal(sent("place"), "2 absent 1 3");
});

test("what is typed shows above and is sent as typed", () => {
  opened();
  const field = document.querySelector("[name=place_c]");
  field.value = "1";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  equal(document.querySelector("[data-told]").textContent, "1. Cy");
});
