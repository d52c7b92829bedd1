// Where cells lie on the drawing. The side named `near` is at the bottom of it.
export const SIZE = 12;
export const CELL = 40;
export const EDGE = 22;
export const COLUMNS = "ABCDEFGHIJKL";
export const SIDES = ["south", "west", "north", "east"];

const LAST = SIZE - 1;
const turns = {
  south: (column, row) => [column, LAST - row],
  north: (column, row) => [LAST - column, row],
  west: (column, row) => [LAST - row, LAST - column],
  east: (column, row) => [row, column],
};
const back = {
  south: (x, y) => [x, LAST - y],
  north: (x, y) => [LAST - x, y],
  west: (x, y) => [LAST - y, LAST - x],
  east: (x, y) => [y, x],
};

const nameOf = (column, row) => `${COLUMNS[column]}${row + 1}`;
const parts = (cell) => [COLUMNS.indexOf(cell[0]), Number(cell.slice(1)) - 1];

/** The square of the drawing, counted from its top left corner. */
export function squareOf(cell, near) {
  return turns[near](...parts(cell));
}

export function cellAt(x, y, near) {
  return x < 0 || y < 0 || x > LAST || y > LAST ? null : nameOf(...back[near](x, y));
}

export function centreOf(cell, near) {
  const [x, y] = squareOf(cell, near);
  return [(x + 0.5) * CELL, (y + 0.5) * CELL];
}

/** All cells, a row of the drawing at a time, from the top. */
export function rowsOf(near) {
  const numbers = [...Array(SIZE).keys()];
  return numbers.map((y) => numbers.map((x) => cellAt(x, y, near)));
}

/** Letters and numbers beside the drawing: [text, x, y]. */
export function edgeLabels(near) {
  const sideways = near === "west" || near === "east";
  return [...Array(SIZE).keys()].flatMap((i) => {
    const below = cellAt(i, LAST, near);
    const beside = cellAt(0, i, near);
    const middle = (i + 0.5) * CELL;
    return [
      [sideways ? below.slice(1) : below[0], middle, SIZE * CELL + EDGE / 2],
      [sideways ? beside[0] : beside.slice(1), -EDGE / 2, middle],
    ];
  });
}
