import { refusals } from "../../static/js/ui/refusals.js";
import { equal, page, test } from "./harness.js";

const SCREENS = "<p style='height:400vh'>…</p>";
const isSeen = (element) => element.getBoundingClientRect().top >= 0 && element.getBoundingClientRect().bottom <= innerHeight;

function shown(markup, root = document) {
  page(markup);
  scrollTo(0, 0);
  const message = document.getElementById("message");
  refusals(root === document ? document : document.querySelector(root));
  return [isSeen(message), document.activeElement === message];
}

test("the first message of a refused form is seen and has the focus", () => {
  const form = `${SCREENS}<form><ul class="errorlist" id="message"><li>Wrong.</li></ul><input><ul class="errorlist"><li>Wrong too.</li></ul></form>${SCREENS}`;
  equal(shown(form), [true, true]);
});

test("a summary above the form comes before the errors in it", () => {
  const form = `<p class="notice notice-bad" role="alert" id="message">2 fields.</p>${SCREENS}<form><ul class="errorlist"><li>Wrong.</li></ul></form>`;
  equal(shown(form), [true, true]);
});

test("a field with autofocus keeps the focus", () => {
  equal(shown(`${SCREENS}<form><ul class="errorlist" id="message"><li>Wrong.</li></ul><input autofocus></form>${SCREENS}`), [true, false]);
});

test("a refusal in a piece of the page is seen, the errors of a form in it are left alone", () => {
  equal(shown(`${SCREENS}<section><p data-refused id="message">No.</p></section>${SCREENS}`, "section"), [true, true]);
  equal(shown(`${SCREENS}<section><form><ul class="errorlist" id="message"><li>Wrong.</li></ul></form></section>`, "section"), [false, false]);
});

test("faults of a list that nobody sends, and hidden messages, are not scrolled to", () => {
  equal(shown(`${SCREENS}<ul class="errorlist" id="message"><li>Not legal.</li></ul>`), [false, false]);
  equal(shown(`${SCREENS}<form><ul class="errorlist" id="message" hidden></ul></form>`)[1], false);
});

test("a refusal that comes while somebody types leaves them in their field", () => {
  page(`<input type="search" id="field"><section><p data-refused id="message">No.</p></section>`);
  document.getElementById("field").focus();
  refusals(document.querySelector("section"));
  equal(document.activeElement.id, "field");
});
