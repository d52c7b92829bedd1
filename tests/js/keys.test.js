import { meaningOf, nextTarget } from "../../static/js/record/keys.js";
import { equal, page, test } from "./harness.js";

const board = () => page('<div tabindex="0"></div>');

test("numbers are spells, and letters what the help says", () => {
  equal(["1", "9", "e", "t", "c", "u", "x", "0"].map((key) => meaningOf(key, board())), [{ spell: 1 }, { spell: 9 }, "end", "target", "card", "undo", null, null]);
});

test("where somebody types, a key is a letter", () => {
  equal([meaningOf("e", page("<input>")), meaningOf("e", board(), { isHeld: true })], [null, null]);
});

test("after the last target comes the first", () => {
  equal([undefined, "B2", "C3"].map((cell) => nextTarget(["B2", "C3"], cell)), ["B2", "C3", "B2"]);
});
