import { read, resized, written } from "../../static/js/drawing.js";
import { equal, test } from "./harness.js";

const TEXT = "name: Small\nsource: box\n\n   A B\n 2 s .\n 1 . G\n";

test("a drawing is read and written as the same text", () => {
  equal(written(read(TEXT)), TEXT);
});

test("a text with uneven rows is no drawing", () => {
  equal([read(TEXT.replace("s .", "s")), read(""), read("name: x")], [null, null, null]);
});

test("a board grows to the north and the east with plain cells", () => {
  equal(resized(read(TEXT).rows, 3, 3, "."), [[".", ".", "."], ["s", ".", "."], [".", "G", "."]]);
  equal(resized(read(TEXT).rows, 1, 1, "."), [["."]]);
});
