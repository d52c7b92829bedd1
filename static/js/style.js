// The style page's example of a board.
import { boardFrame, readJson } from "./board/frame.js";

const example = readJson("board-example");
const { board, show } = boardFrame(document.querySelector("[data-board-frame]"), { board: example.board, words: example.words });
show(example.position);
board.light(example.lights);
board.sight(example.sight);
