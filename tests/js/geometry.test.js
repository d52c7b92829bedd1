import { CELL, EDGE, SIDES, SIZE, cellAt, centreOf, edgeLabels, rowsOf, squareOf } from "../../static/js/board/geometry.js";
import { equal, test } from "./harness.js";

const ALL = [...Array(SIZE * SIZE).keys()].map((i) => `${"ABCDEFGHIJKL"[i % SIZE]}${Math.floor(i / SIZE) + 1}`);

test("the near side lies at the bottom", () => {
  equal(squareOf("A1", "south"), [0, 11]);
  equal(squareOf("A1", "north"), [11, 0]);
  equal(squareOf("A1", "west"), [11, 11]);
  equal(squareOf("A1", "east"), [0, 0]);
  equal(squareOf("L1", "west"), [11, 0]);
  equal(squareOf("A12", "east"), [11, 0]);
});

test("a square gives back the cell that lies on it", () => {
  for (const near of SIDES) for (const cell of ALL) equal(cellAt(...squareOf(cell, near), near), cell);
});

test("a board turned half round mirrors both ways", () => {
  for (const [near, far] of [["south", "north"], ["west", "east"]]) {
    for (const cell of ALL) {
      const [x, y] = squareOf(cell, near);
      equal(squareOf(cell, far), [SIZE - 1 - x, SIZE - 1 - y]);
    }
  }
});

test("neighbours stay neighbours whichever side is near", () => {
  for (const near of SIDES) {
    const [x, y] = squareOf("D6", near);
    for (const cell of ["C6", "E6", "D5", "D7"]) {
      const [x1, y1] = squareOf(cell, near);
      equal(Math.abs(x - x1) + Math.abs(y - y1), 1);
    }
  }
});

test("there is no cell beyond the edge", () => {
  for (const near of SIDES) for (const [x, y] of [[-1, 0], [0, -1], [SIZE, 0], [0, SIZE]]) equal(cellAt(x, y, near), null);
});

test("rows hold every cell once, from the top left", () => {
  equal(rowsOf("south")[0].slice(0, 2), ["A12", "B12"]);
  equal(rowsOf("south").at(-1).at(-1), "L1");
  for (const near of SIDES) equal(rowsOf(near).flat().sort(), [...ALL].sort());
});

test("the centre of a cell is the middle of its square", () => {
  equal(centreOf("A12", "south"), [CELL / 2, CELL / 2]);
  equal(centreOf("L1", "south"), [11.5 * CELL, 11.5 * CELL]);
});

const labels = (near) => edgeLabels(near).map(([text]) => text);

test("letters and numbers change places when the board is turned", () => {
  equal([labels("south")[0], labels("south")[SIZE]], ["A", "12"]);
  equal([labels("north")[0], labels("north")[SIZE]], ["L", "1"]);
  equal([labels("east")[0], labels("east")[SIZE]], ["1", "A"]);
  equal([labels("west")[0], labels("west")[SIZE]], ["12", "L"]);
  equal(edgeLabels("south")[0].slice(1), [CELL / 2, SIZE * CELL + EDGE / 2]);
});

const SMALL = { columns: 8, rows: 10 };

test("a board of another size has all its cells from every side", () => {
  const all = [...Array(80).keys()].map((i) => `${"ABCDEFGH"[i % 8]}${Math.floor(i / 8) + 1}`);
  for (const near of SIDES) {
    equal(rowsOf(near, SMALL).flat().sort(), [...all].sort());
    for (const cell of all) equal(cellAt(...squareOf(cell, near, SMALL), near, SMALL), cell);
  }
  equal(rowsOf("south", SMALL)[0].slice(0, 2), ["A10", "B10"]);
  equal(rowsOf("west", SMALL).length, 8);
});

test("a board of another size has as many labels as lines", () => {
  for (const near of SIDES) equal(edgeLabels(near, SMALL).length, 18);
});
