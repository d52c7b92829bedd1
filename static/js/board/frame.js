// The board with its tools and its text, as templates/parts/board.html lays them out.
import { Board } from "./board.js";
import { positionTable } from "./words.js";

export function boardFrame(frame, options) {
  const board = new Board(frame.querySelector("[data-board-place]"), options);
  const text = frame.querySelector("[data-board-words]");
  const details = text.closest("details");
  const write = () => details.open && text.replaceChildren(positionTable(board.position, options.words));
  frame.querySelector("[data-board-flip]").addEventListener("click", () => board.flip());
  frame.querySelector("[data-board-whole]").addEventListener("click", () => board.view.reset());
  frame.querySelectorAll("[data-board-zoom]").forEach((button) => {
    button.addEventListener("click", () => board.view.scale(Number(button.dataset.boardZoom)));
  });
  details.addEventListener("toggle", write);
  return {
    board,
    show(position) {
      board.show(position);
      write();
    },
  };
}

export const readJson = (id) => JSON.parse(document.getElementById(id).textContent);
