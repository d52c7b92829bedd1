import { sizes } from "../../static/js/ui/sizes.js";
import { equal, page, test } from "./harness.js";

function field(markup) {
  const element = page(markup);
  sizes(document);
  return element;
}

const textarea = (most) => field(`<textarea data-most-bytes="${most}" data-too-large="Too large."></textarea>`);
const type = (element, text) => {
  element.value = text;
  element.dispatchEvent(new Event("input"));
};
const says = (element) => [element.validationMessage, element.nextElementSibling.hidden, element.nextElementSibling.textContent];
const FINE = ["", true, ""];
const LARGE = ["Too large.", false, "Too large."];

function paste(element, text) {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData, cancelable: true });
  element.dispatchEvent(event);
  return !event.defaultPrevented;
}

test("a text may have as many bytes as allowed, and no more", () => {
  const element = textarea(4);
  type(element, "four");
  equal(says(element), FINE);
  type(element, "fives");
  equal(says(element), LARGE);
  type(element, "four");
  equal(says(element), FINE);
});

test("an accent counts the bytes that it takes", () => {
  const element = textarea(4);
  type(element, "été");
  equal(says(element), LARGE);
  type(element, "été".slice(1));
  equal(says(element), FINE);
});

test("a text that was there already is looked at", () => {
  const element = field('<textarea data-most-bytes="2" data-too-large="Too large.">abc</textarea>');
  equal(says(element), LARGE);
});

test("a pasted text that is too large stays out", () => {
  const element = textarea(6);
  type(element, "abc");
  element.setSelectionRange(3, 3);
  equal([paste(element, "def"), says(element)], [true, FINE]);
  equal([paste(element, "defg"), element.nextElementSibling.hidden], [false, false]);
});

test("a pasted text may replace what is selected", () => {
  const element = textarea(6);
  type(element, "abcdef");
  element.setSelectionRange(0, 6);
  equal(paste(element, "uvwxyz"), true);
});

test("the largest of several files counts", () => {
  const element = field('<input type="file" multiple data-most-bytes="3" data-too-large="Too large.">');
  const choose = (...texts) => {
    const chosen = new DataTransfer();
    texts.forEach((text) => chosen.items.add(new File([text], "log.json")));
    element.files = chosen.files;
    element.dispatchEvent(new Event("change"));
  };
  choose("ab", "abc");
  equal(says(element), FINE);
  choose("ab", "abcd");
  equal(says(element), LARGE);
  choose();
  equal(says(element), FINE);
});
