// An action as an arrow from cell to cell; dashed where it was attempted and left undone.
import { CELL, centreOf } from "./geometry.js";
import { svg } from "./svg.js";

const HEAD = 10;
const SHORT = CELL * 0.32; // the arrow ends before the figure that it points at

export function arrow(board, attempt) {
  board.layers.lines.querySelector(".attempt")?.remove();
  if (!attempt) return;
  const [x1, y1] = centreOf(attempt.from, board.near, board.size);
  const [x2, y2] = centreOf(attempt.to, board.near, board.size);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [ex, ey] = [x2 - dx * SHORT, y2 - dy * SHORT];
  const [bx, by] = [ex - dx * HEAD, ey - dy * HEAD];
  const head = `M${ex} ${ey}L${bx - dy * HEAD * 0.6} ${by + dx * HEAD * 0.6}L${bx + dy * HEAD * 0.6} ${by - dx * HEAD * 0.6}z`;
  const kind = attempt.done ? "attempt" : "attempt attempt-undone";
  board.layers.lines.append(svg("g", { class: kind },
    svg("line", { class: "attempt-edge", x1: x1 + dx * SHORT, y1: y1 + dy * SHORT, x2: bx, y2: by }),
    svg("line", { x1: x1 + dx * SHORT, y1: y1 + dy * SHORT, x2: bx, y2: by }),
    svg("path", { d: head })));
}
