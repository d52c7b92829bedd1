// The page of the recorder of Krosmaster Blast: board, row of favors, what can be done, and the connection to the server, which is
// that of every recorder (record/link.js), with the rules beside the page where there is no line (offline/start.js).
import { boardFrame, readJson } from "./board/frame.js";
import { extentOf } from "./board/geometry.js";
import { fill } from "./board/svg.js";
import { Favors } from "./blast/favors.js";
import { Offers } from "./blast/offers.js";
import { Table } from "./blast/table.js";
import { OF_BLAST } from "./blast/told.js";
import { offlinePlay } from "./offline/start.js";
import { Apart } from "./record/apart.js";
import { Checked } from "./record/checked.js";
import { bar, ending, forms, meet, readHowItStands } from "./record/controls.js";
import { askWhatHappened } from "./record/declare.js";
import { Entries } from "./record/entries.js";
import { listenForKeys } from "./record/keys.js";
import { lineShown } from "./record/line.js";
import { Link, filledIn } from "./record/link.js";
import { Sheets } from "./record/sheets.js";
import { Sides } from "./record/sides.js";
import { Strip } from "./record/strip.js";
import { Waiting } from "./record/waiting.js";
import { Panels } from "./replay/panels.js";
import { onceLoaded } from "./ui/loaded.js";

const { board, words, names, near, order, own, key, addresses, icons, state, offline, person } = readJson("record-data");
const place = (name) => document.querySelector(`[data-${name}]`);
const sidePlaces = (kind) => Object.fromEntries(order.map((side) => [side, place(`${kind}-${side.toLowerCase()}`)]));

const [width, height] = extentOf(near, board);
place("table-root").style.setProperty("--tall", height / width);
const scene = boardFrame(place("table-root"), { board, words, near, onCell: (cell) => table.tap(cell) });
const panels = new Panels({ ...sidePlaces("side"), table: place("table") }, words, names, order);
const strip = new Strip({ ...sidePlaces("strip"), active: place("strip-active") }, words, names, order);
const entries = new Entries({ list: place("entries"), last: place("last") }, words, names);
const checked = new Checked(place("checked"), words);
const sheets = new Sheets(place("sheet"), { words, names, icons, unitName: (id) => table.unitName(id), cells: (said, options) => table.pickCell(said, options) });
const apart = new Apart({ own, names, words, choose: (title, options) => sheets.choice(title, options) });
const sides = new Sides(place("sides"), { key, words, names, order, onChange: () => table.draw() });
const told = (about) => askWhatHappened(place("sheet"), about, words, OF_BLAST);

const left = new Waiting({ others: place("others"), unkept: place("unkept") }, {
  words, person, signIn: place("sign-in-as"), choose: (title, options) => sheets.choice(title, options), onSend: () => link.start(),
});

const ALONE = { preparing: words.alonePreparing, ready: words.aloneReady, open: window.isSecureContext ? words.aloneWhileOpen : words.aloneInsecure, failed: words.aloneFailed };
const alone = offlinePlay(offline, key, (standing) => {
  place("alone").setAttribute("aria-live", standing === "failed" ? "polite" : "off");
  place("alone").textContent = ALONE[standing];
  place("alone").dataset.alone = standing;
  link.readyAlone();
});

const link = new Link({ addresses, key, person, state, local: alone?.local }, {
  state(said) {
    const opens = !document.body.dataset.ready;
    document.body.dataset.ready = "true";
    entries.show(said); // what happened is read out before what comes next
    apart.show(said);
    table.show(said);
    panels.show(said.position);
    place("end").hidden = !said.over || said.closed;
    place("unknown")?.toggleAttribute("hidden", said.actions > 0); // from then on it stands under "More"
    place("live-asked")?.toggleAttribute("hidden", said.position.turn > 0); // from then on it stands under "More"
    for (const button of ["undo", "end-turn"]) place(button).inert = said.closed;
    place("winner").textContent = winnerOf(said.over);
    showHandedIn(said);
    if (opens) readHowItStands(place("handed-in"));
    document.querySelectorAll("[data-version]").forEach((field) => (field.value = said.version));
    document.body.dataset.actions = said.actions;
    if (place("word") && said.word) place("word").textContent = said.word;
  },
  async ask(entry, { ask, action, step }) {
    const filled = ask[0].kind === "declare" ? await declaring(ask[0], action, entry.said) : await sheets.ask(ask, action);
    if (filled) link.complete(entry, filledIn(entry, filled, step));
    else table.drop(entry);
  },
  async refused(entry, reason) {
    if (await sheets.refused(reason)) link.complete(entry, { asPlayed: true });
    else table.drop(entry);
  },
  conflict: (entry, both) => meet(entry, both, { link, sheets, table }),
  settled: () => sheets.settled(),
  stopped: ({ detail }) => table.say(fill(words.walkEnds, { why: detail })),
  checked: (entry, findings) => checked.add(entry, findings),
  line: lineShown({ place, words, left, entries, link: () => link }, (isCut) => offers.cutOff(isCut)),
});

/** What only the players can say of an action whose card nobody has entered. */
async function declaring({ target }, action, label) {
  const answer = await told({ offer: { label, action }, target, units: table.state.position.units });
  return answer && { ...action, ...answer };
}

/** What the other player sees once a log was handed in. */
function showHandedIn({ over, closed, position }) {
  const section = place("handed-in");
  if (!section) return;
  section.hidden = !over || !closed;
  const score = order.map((side) => position.glory[side]).join(" : ");
  place("result").textContent = `${winnerOf(over)} ${score} ${words.tally}`;
}

function winnerOf(over) {
  if (!over) return "";
  return over.winner ? fill(words.winner, { player: names[over.winner] }) : words.noWinner;
}

const favors = new Favors(place("favors"), { words });
const offers = new Offers(place("offers"), { scene, words, onEnter: (action, said) => table.enter(action, said), onSay: (sentence) => table.say(sentence), onTell: told });
const table = new Table({ scene, words, names, link, offers, favors, strip, sides, place, prompt: place("prompt"), endTurn: place("end-turn"), undoCount: place("undo-count") });

const mayEnd = ending({ apart, table, sheets, words });
bar({ place, link, hand: { endTurn: () => table.enter({ do: "end-turn" }, words.endTurn) }, sheets, table, words, names, mayEnd });
listenForKeys({ place, offers, table });
forms({ place, link, words, mayEnd });

const lookAgain = () => {
  if (document.hidden) return;
  link.lookAgain();
  alone?.again();
};
document.addEventListener("visibilitychange", lookAgain);
document.addEventListener("live-change", lookAgain);
setInterval(lookAgain, 20000);
link.start();

onceLoaded(() => {
  document.body.dataset.loaded = "true";
  alone?.prepare();
});
