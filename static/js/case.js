// The page of a case. The position before and after an action of the log is drawn from the server's answer, in a dialog.
import { boardFrame } from "./board/frame.js";

const section = document.querySelector("[data-positions]");
const dialog = document.getElementById("positions");

async function open(action) {
  const answer = await fetch(`${section.dataset.positions}${action}/`);
  if (!answer.ok) return;
  const { board, words, near, before, after, told } = await answer.json();
  dialog.querySelector("[data-position-words]").textContent = told;
  dialog.showModal();
  for (const [name, position] of Object.entries({ before, after })) {
    const frame = dialog.querySelector(`[data-board-${name}] [data-board-frame]`);
    frame.boardShows ??= boardFrame(frame, { board, words, near }).show;
    frame.boardShows(position);
  }
}

// The next step of the ladder is proposed; it is filled in only when the judge asks for it.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-penalty]");
  if (!button) return;
  event.preventDefault();
  const { elements } = button.form;
  elements.penalty.value = button.dataset.penalty;
  elements.penalised.value = button.value;
});

section?.addEventListener("click", (event) => {
  const button = event.target.closest("[data-position]");
  if (button) open(button.dataset.position);
});
