import { answers } from "../../static/js/ui/answers.js";
import { equal, page, test } from "./harness.js";

const at = (id) => document.getElementById(id);

/** What htmx says of a request that changes #`id`, answered with `status`; 0 without an answer. */
function answered(id, status) {
  const detail = { target: at(id), xhr: { status }, successful: status > 0 && status < 400, shouldSwap: status > 0 && status < 400, isError: status >= 400 };
  if (status) at(id).dispatchEvent(new CustomEvent("htmx:beforeSwap", { bubbles: true, detail }));
  at(id).dispatchEvent(new CustomEvent("htmx:afterRequest", { bubbles: true, detail }));
  return detail.shouldSwap;
}

function brought() {
  page(`<section id="piece"></section><div id="elsewhere"></div>`);
  answers();
  at("piece").innerHTML = `<div data-answers><p id="call"></p><p id="unsent" data-unsent hidden></p></div>`;
}

test("a piece brought in later shows its refusals", () => {
  brought();
  equal([answered("call", 409), answered("call", 400), at("unsent").hidden], [true, true, true]);
});

test("a piece brought in later says what did not arrive, until something does", () => {
  brought();
  answered("call", 0);
  equal(at("unsent").hidden, false);
  answered("call", 200);
  equal(at("unsent").hidden, true);
});

test("a request that changes another part of the page says nothing of it", () => {
  brought();
  equal([answered("elsewhere", 0), answered("elsewhere", 409), at("unsent").hidden], [false, false, true]);
});
