// The action bar that does not move, and the forms behind "More".
import { fill } from "../board/svg.js";
import { quietly } from "../ui/quietly.js";

export function bar({ place, link, hand, sheets, table, words, names }) {
  // what still waits is taken back here; what stands is the server's to take back
  place("undo").addEventListener("click", () => (link.queue.last ? table.drop(link.queue.last) : takeBack()));
  const takeBack = async () => {
    const { why } = await link.takeBack();
    if (why) table.say(why);
  };
  place("end-turn").addEventListener("click", () => hand.endTurn());
  place("take-over")?.addEventListener("click", () => table.sides.choose(table.sides.all));
  const more = place("more");
  const toggle = (open) => {
    more.classList.toggle("is-open", open);
    place("more-button").setAttribute("aria-expanded", open);
    (open ? place("more-close") : place("more-button")).focus({ preventScroll: true });
  };
  place("more-button").addEventListener("click", () => toggle(!more.classList.contains("is-open")));
  place("more-close").addEventListener("click", () => toggle(false));
  more.addEventListener("keydown", (event) => event.key === "Escape" && toggle(false));
  more.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-ends]");
    if (!button) return;
    const side = button.dataset.ends;
    toggle(false);
    const question = side ? concession(side, { words, names }) : words.confirmTime;
    const sure = await sheets.choice(question, [[words.putAway, false, "button-primary"], [side && Object.keys(names).length > 2 ? words.confirmLeaves : words.confirmYes, true, "button-danger"]]);
    if (sure) link.enter({ action: side ? { do: "concede", player: side } : { do: "time" }, said: button.textContent });
  });
}

/** In a duel the other wins; of more players the others play on. */
function concession(side, { words, names }) {
  const others = Object.keys(names).filter((each) => each !== side);
  if (others.length > 1) return fill(words.confirmLeave, { player: names[side] });
  return fill(words.confirmConcede, { player: names[side], other: names[others[0]] });
}

/** Another device has entered something first: the entry follows it, replaces it, or is dropped. What a page asked for by itself is dropped. */
export async function meet(entry, both, { link, sheets, table }) {
  if (entry.byItself && !entry.unchecked) return table.drop(entry);
  const more = link.queue.entries.filter(({ id, byItself }) => id !== entry.id && !byItself);
  const choice = await sheets.conflict({ mine: entry, more, ...both });
  if (choice === "instead" && !(await link.takeBack()).isTaken) return link.meetAgain();
  return choice === "drop" ? table.drop(entry) : link.complete(entry, choice === "as-played" ? { asPlayed: true } : {});
}

/** The form's choices as they read. */
function chosenIn(form) {
  const filled = [...form.elements].filter(({ name, value }) => name && value);
  return filled.map((field) => field.selectedOptions?.[0]?.text ?? field.value).join(" ");
}

export function forms({ place, link, words, faces }) {
  place("note-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const note = event.target.elements.note.value;
    link.enter({ note, said: fill(words.noteSaid, { note }) });
    event.target.reset();
    event.target.closest("details").open = false;
  });
  place("as-played").addEventListener("submit", (event) => {
    event.preventDefault();
    for (const cell of ["to", "target"]) event.target.elements[cell].value = event.target.elements[cell].value.toUpperCase();
    const action = Object.fromEntries([...new FormData(event.target)].filter(([, value]) => value !== ""));
    link.enter({ action, asPlayed: true, said: chosenIn(event.target) });
    event.target.closest("details").open = false;
  });
  const wanted = place("faces");
  if (!wanted) return;
  wanted.checked = quietly(() => localStorage.getItem(faces)) === "yes";
  wanted.addEventListener("change", () => quietly(() => (wanted.checked ? localStorage.setItem(faces, "yes") : localStorage.removeItem(faces))));
}
