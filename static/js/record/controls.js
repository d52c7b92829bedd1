// The action bar that does not move, and the forms behind "More".
import { fill } from "../board/svg.js";
import { quietly } from "../ui/quietly.js";

export function bar({ place, link, hand, sheets, table, words, names, mayEnd }) {
  // what still waits is taken back here; what stands is the server's to take back
  place("undo").addEventListener("click", () => (link.queue.last ? table.drop(link.queue.last) : takeBack()));
  const takeBack = async () => {
    const { why } = await link.takeBack();
    if (!why) return;
    if (place("rewards")?.hidden === false) sheets.choice(why, [[words.seen, null, "button-primary"]]); // they lie over the prompt
    else table.say(why);
  };
  place("end-turn").addEventListener("click", async () => (await mayEnd({ do: "end-turn" })) && hand.endTurn());
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
    const action = side ? { do: "concede", player: side } : { do: "time" };
    const yes = Object.keys(names).length > 2 ? words.confirmLeaves : words.confirmYes;
    const isSure = side ? await confirms(concession(side, { words, names }), yes, { sheets, words }) : await mayEnd(action);
    if (isSure) link.enter({ action, said: button.textContent });
  });
}

const confirms = (question, yes, { sheets, words }) => sheets.choice(question, [[words.putAway, false, "button-primary"], [yes, true, "button-danger"]]);

/** Asks about an action that ends the game, or the turn of somebody who has a device at the table: whether it is entered. */
export function ending({ apart, table, sheets, words }) {
  const asks = {
    time: () => confirms([...clockSaid(words), ...apart.said, words.confirmTime].join(" "), words.confirmYes, { sheets, words }),
    async "end-turn"() {
      const side = table.state && table.turnOf(table.state);
      return (await apart.does(side, [words.endFor, words.endThem])) && table.turnOf(table.state) === side; // or they have ended it meanwhile
    },
  };
  return ({ do: kind }) => asks[kind]?.() ?? true;
}

/** What is left on the round's clock. */
function clockSaid(words) {
  const clock = document.querySelector(".strip .timer:is([data-state=running], [data-state=ending])");
  return clock ? [fill(words.clockShows, { time: clock.textContent })] : [];
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
  return choice === "drop" ? table.drop(entry) : link.complete(entry);
}

/** A page that opens on a submitted game, as after a step on it, has the focus on how it stands. */
export function readHowItStands(section) {
  const stands = section?.checkVisibility() && (section.querySelector(".notice") ?? section.querySelector("h2"));
  if (!stands || document.activeElement !== document.body) return;
  stands.tabIndex = -1;
  stands.focus({ preventScroll: true });
}

/** The form's choices as they read. */
function chosenIn(form) {
  const filled = [...form.elements].filter(({ name, value }) => name && value);
  return filled.map((field) => field.selectedOptions?.[0]?.text ?? field.value).join(" ");
}

export function forms({ place, link, words, faces, mayEnd }) {
  place("note-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const note = event.target.elements.note.value;
    link.enter({ note, said: fill(words.noteSaid, { note }) });
    event.target.reset();
    event.target.closest("details").open = false;
  });
  place("as-played").addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    for (const cell of ["to", "target"]) form.elements[cell].value = form.elements[cell].value.toUpperCase();
    const action = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
    const said = chosenIn(form);
    form.closest("details").open = false;
    if (await mayEnd(action)) link.enter({ action, asPlayed: true, said });
  });
  const wanted = place("faces");
  if (!wanted) return;
  wanted.checked = quietly(() => localStorage.getItem(faces)) === "yes";
  wanted.addEventListener("change", () => quietly(() => (wanted.checked ? localStorage.setItem(faces, "yes") : localStorage.removeItem(faces))));
}
