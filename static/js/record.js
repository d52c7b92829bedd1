// The page of the recorder: puts together offers, board, dice and the connection to the server.
import { Aim } from "./board/aim.js";
import { boardFrame, readJson } from "./board/frame.js";
import { Link } from "./record/link.js";
import { Offers } from "./record/offers.js";
import { Sheets } from "./record/sheets.js";
import { Panels } from "./replay/panels.js";
import { askWhatHappened } from "./record/declare.js";
import { Checked } from "./record/checked.js";
import { Entries } from "./record/entries.js";
import { fill } from "./board/svg.js";

const { board, words, names, near, key, addresses, icons } = readJson("record-data");
const place = (name) => document.querySelector(`[data-${name}]`);

const scene = boardFrame(place("table-root"), { board, words, near, onCell: (cell) => offers.cell(cell) });
const panels = new Panels({ A: place("side-a"), B: place("side-b"), table: place("table") }, words, names);
const sheets = new Sheets(place("sheet"), { words, icons, unitName: (id) => offers.unitName(id) });
const entries = new Entries(place("entries"), words);
const checked = new Checked(place("checked"), words);
const link = new Link({ addresses, key }, {
  state(table) {
    scene.show(table.position);
    panels.show(table.position);
    entries.show(table);
    offers.show(table);
    place("end").hidden = !table.over;
    place("winner").textContent = winnerOf(table.over);
    document.querySelectorAll("[data-version]").forEach((field) => (field.value = table.version));
    document.body.dataset.actions = table.actions;
  },
  async ask(entry, { ask, action }) {
    const filled = await sheets.ask(ask, action);
    if (filled) link.complete(entry, { action: filled });
    else link.drop(entry);
  },
  async refused(entry, reason) {
    const asPlayed = await sheets.refused(reason);
    if (asPlayed) link.complete(entry, { asPlayed: true });
    else link.drop(entry);
  },
  async conflict(entry, both) {
    let choice;
    do choice = await sheets.conflict({ mine: entry, ...both });
    while (choice === "instead" && !(await link.takeBack()));
    if (choice === "drop") link.drop(entry);
    else link.complete(entry, choice === "as-played" ? { asPlayed: true } : {});
  },
  settled: () => sheets.settled(),
  checked: (entry, findings) => checked.add(entry, findings),
  line({ waiting, standing, isAsking }) {
    const isOpen = standing === "open";
    place("line").textContent = inWords(standing, waiting.length, isAsking);
    place("line").classList.toggle("badge-warn", !isOpen);
    place("line").classList.toggle("badge-good", isOpen && !waiting.length);
    place("shut").hidden = standing !== "shut";
    document.querySelectorAll("[data-needs-line]").forEach((reason) => (reason.hidden = isOpen));
    document.querySelectorAll("[data-online]").forEach((way) => (way.inert = !isOpen));
    place("undo").disabled = !isOpen && !waiting.length;
    place("hand-in")?.toggleAttribute("disabled", !isOpen || waiting.length > 0);
    entries.wait(waiting);
    offers.cutOff(!isOpen);
  },
});

function winnerOf(over) {
  if (!over) return "";
  return over.winner ? fill(words.winner, { player: names[over.winner] }) : words.noWinner;
}

function inWords(standing, n, isAsking) {
  if (standing === "open") return isAsking ? words.asking : n ? words.saving : words.online;
  return fill(standing === "shut" ? words.shut : words.offline, { n });
}

const offers = new Offers(place("offers"), {
  scene,
  words,
  aim: new Aim(place("aim"), { scene, words }),
  onEnter: (action, said) => link.enter({ action, said }),
  onDeclare: (about) => askWhatHappened(place("sheet"), about, words),
});

// what still waits is taken back here; what stands is the server's to take back
place("undo").addEventListener("click", () => (link.queue.last ? link.drop(link.queue.last) : link.takeBack()));

place("note-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const note = event.target.elements.note.value;
  link.enter({ note, said: fill(words.noteSaid, { note }) });
  event.target.reset();
  event.target.closest("details").open = false;
});

/** The form's choices as they read. */
function chosenIn(form) {
  const filled = [...form.elements].filter(({ name, value }) => name && value);
  return filled.map((field) => field.selectedOptions?.[0]?.text ?? field.value).join(" ");
}

place("as-played").addEventListener("submit", (event) => {
  event.preventDefault();
  for (const cell of ["to", "target"]) event.target.elements[cell].value = event.target.elements[cell].value.toUpperCase();
  const action = Object.fromEntries([...new FormData(event.target)].filter(([, value]) => value !== ""));
  link.enter({ action, asPlayed: true, said: chosenIn(event.target) });
  event.target.closest("details").open = false;
});

// another tab or another device at the same table: look again when this page comes back to the front, and now and then
const lookAgain = () => !document.hidden && link.lookAgain();
document.addEventListener("visibilitychange", lookAgain);
setInterval(lookAgain, 20000);
link.start();
