// Of the pages on which staff find a row by typing and press it, one after the other.
import { answers } from "./answers.js";
import { filters } from "./filter.js";
import { selections } from "./selection.js";

const start = (root) => [filters, selections].forEach((piece) => piece(root));

export function finding() {
  answers();
  start(document);
  document.addEventListener("htmx:load", (event) => event.target !== document.body && start(event.target));
}
