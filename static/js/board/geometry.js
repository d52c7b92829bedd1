// Where cells lie on the drawing. The side named `near` is at the bottom of it; `size` is that of the board.
export const SIZE = 12;
export const SQUARE = { columns: SIZE, rows: SIZE };
export const CELL = 40;
export const EDGE = 22;
export const COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const SIDES = ["south", "west", "north", "east"];

const turns = {
  south: (column, row, { rows }) => [column, rows - 1 - row],
  north: (column, row, { columns }) => [columns - 1 - column, row],
  west: (column, row, { columns, rows }) => [rows - 1 - row, columns - 1 - column],
  east: (column, row) => [row, column],
};
const back = {
  south: (x, y, { rows }) => [x, rows - 1 - y],
  north: (x, y, { columns }) => [columns - 1 - x, y],
  west: (x, y, { columns, rows }) => [columns - 1 - y, rows - 1 - x],
  east: (x, y) => [y, x],
};

const nameOf = (column, row) => `${COLUMNS[column]}${row + 1}`;
const parts = (cell) => [COLUMNS.indexOf(cell[0]), Number(cell.slice(1)) - 1];
const isSideways = (near) => near === "west" || near === "east";

/** How many squares the drawing is wide and high. */
export function extentOf(near, { columns, rows } = SQUARE) {
  return isSideways(near) ? [rows, columns] : [columns, rows];
}

/** The square of the drawing, counted from its top left corner. */
export function squareOf(cell, near, size = SQUARE) {
  return turns[near](...parts(cell), size);
}

export function cellAt(x, y, near, size = SQUARE) {
  const [width, height] = extentOf(near, size);
  return x < 0 || y < 0 || x >= width || y >= height ? null : nameOf(...back[near](x, y, size));
}

export function centreOf(cell, near, size = SQUARE) {
  const [x, y] = squareOf(cell, near, size);
  return [(x + 0.5) * CELL, (y + 0.5) * CELL];
}

/** All cells, a row of the drawing at a time, from the top. */
export function rowsOf(near, size = SQUARE) {
  const [width, height] = extentOf(near, size);
  return [...Array(height).keys()].map((y) => [...Array(width).keys()].map((x) => cellAt(x, y, near, size)));
}

const part = (cell, isLetter) => (isLetter ? cell[0] : cell.slice(1));
const middle = (i) => (i + 0.5) * CELL;

/** Letters and numbers beside the drawing: [text, x, y]. */
export function edgeLabels(near, size = SQUARE) {
  const [width, height] = extentOf(near, size);
  return [
    ...[...Array(width).keys()].map((x) => [part(cellAt(x, height - 1, near, size), !isSideways(near)), middle(x), height * CELL + EDGE / 2]),
    ...[...Array(height).keys()].map((y) => [part(cellAt(0, y, near, size), isSideways(near)), -EDGE / 2, middle(y)]),
  ];
}
