// The dossier of a table. The boards of its moments are drawn at once, from the server's answer; a finding further down is
// shown on the first of them.
import { arrow } from "./board/arrow.js";
import { boardFrame } from "./board/frame.js";
import { inside, onEachPage } from "./ui/pieces.js";

class Moment {
  constructor(element) {
    this.element = element;
    this.shows = element.dataset.shows;
    element.addEventListener("click", (event) => this.pressed(event.target.closest("[data-moment-shows]")));
    this.load(element.dataset.source);
  }

  async load(source) {
    const failed = this.element.querySelector("[data-moment-failed]");
    try {
      const answer = await fetch(source);
      failed.hidden = answer.ok;
      if (answer.ok) this.meet(await answer.json());
    } catch {
      failed.hidden = false;
    }
  }

  meet(found) {
    this.found = found;
    this.frame ??= this.framed(found);
    this.element.querySelector("[data-moment-words]").textContent = found.told;
    this.draw();
  }

  // Flipped, the board forgets its lines.
  framed(found) {
    const made = boardFrame(this.element.querySelector("[data-board-frame]"), found);
    this.element.querySelector("[data-board-flip]").addEventListener("click", () => this.draw());
    return made;
  }

  draw() {
    if (!this.found) return;
    const { attempt } = this.found;
    const undone = Boolean(attempt) && !attempt.done;
    this.frame.show(this.found[this.shows]);
    arrow(this.frame.board, this.shows === "before" || undone ? attempt : null);
    if (attempt && !this.element.contains(document.activeElement)) this.frame.board.moveFocus(attempt.from); // where the keyboard comes to the board
    this.element.querySelector("[data-attempt-undone]").hidden = !undone;
    for (const button of this.element.querySelectorAll("[data-moment-shows]")) {
      button.setAttribute("aria-pressed", String(button.dataset.momentShows === this.shows));
    }
  }

  pressed(button) {
    if (!button) return;
    this.shows = button.dataset.momentShows;
    this.draw();
  }
}

let moments = [];
onEachPage((root) => (moments = inside(root, "[data-moment]").map((element) => new Moment(element))));

// The preview comes without the fields: those that it found at fault are marked where they stand.
function markFaulty({ target }) {
  if (target.id !== "preview") return;
  const form = target.closest("form");
  form.querySelectorAll("[data-faulty-field]").forEach((field) => mark(field, false));
  const names = target.querySelector("[data-faulty]")?.dataset.faulty.split(" ").filter(Boolean) ?? [];
  names.map((name) => form.elements.namedItem(name)).filter((field) => field instanceof Element).forEach((field) => mark(field, true));
}

function mark(field, isFaulty) {
  field.toggleAttribute("data-faulty-field", isFaulty);
  if (isFaulty) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
  field.closest(".field")?.classList.toggle("field-error", isFaulty);
  const folded = field.closest("details");
  if (isFaulty && folded) folded.open = true;
}

document.addEventListener("htmx:afterSwap", markFaulty);

// The next step of the ladder is proposed; it is filled in only when the judge asks for it.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-penalty]");
  if (!button) return;
  event.preventDefault();
  const { elements } = button.form;
  elements.penalty.value = button.dataset.penalty;
  elements.penalised.value = button.value;
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-position]");
  const [first] = moments;
  if (!button || !first) return;
  first.load(`${button.closest("[data-positions]").dataset.positions}${button.dataset.position}/`);
  first.element.scrollIntoView({ block: "start" });
  first.element.querySelector("[data-moment-shows]").focus({ preventScroll: true });
});

// The bar of a phone has no room for what a ruling does: a tap asks first, with the text for the players and the fields of
// the form that the ruling sends, which come into the dialog while it is open.
function askAbout(button) {
  const dialog = document.getElementById("asked-ruling");
  const [choice, text] = document.getElementById("plain").querySelectorAll(".plain-choices > li")[button.dataset.asksAbout - 1].children;
  dialog.querySelector("h2").textContent = choice.textContent;
  dialog.querySelector("[data-asked-text]").replaceChildren(...[...text.cloneNode(true).childNodes].map(withoutName));
  dialog.querySelector("[name=choice]").value = choice.value;
  for (const field of document.querySelectorAll("[data-plain-field]")) {
    const isReason = Boolean(field.querySelector("#why"));
    if (isReason && !choice.hasAttribute("data-asks-why")) continue;
    const stood = document.createComment("");
    field.replaceWith(stood);
    dialog.querySelector("[data-asked-fields]").append(field);
    field.querySelector("input").required = isReason;
    dialog.addEventListener("close", () => {
      stood.replaceWith(field);
      field.querySelector("input").required = false;
    }, { once: true });
  }
  dialog.showModal();
}

function withoutName(node) {
  node.removeAttribute?.("id"); // it is named once on the page
  return node;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-asks-about]");
  if (button) askAbout(button);
});

// Enter would press the first ruling of the form, whichever is meant.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.id !== "why") return;
  event.preventDefault();
  event.target.closest("dialog")?.querySelector("[name=choice]").click();
});
