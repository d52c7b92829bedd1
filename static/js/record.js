// The page of the recorder: puts together strip, board, hand, action bar and the connection to the server.
import { Aim } from "./board/aim.js";
import { boardFrame, readJson } from "./board/frame.js";
import { fill } from "./board/svg.js";
import { offlinePlay } from "./offline/start.js";
import { Apart } from "./record/apart.js";
import { askWhatHappened } from "./record/declare.js";
import { Checked } from "./record/checked.js";
import { Copying } from "./record/copying.js";
import { Entries } from "./record/entries.js";
import { Hand } from "./record/hand.js";
import { Likely } from "./record/likely.js";
import { lineShown } from "./record/line.js";
import { Link, filledIn } from "./record/link.js";
import { Offers, offerLine } from "./record/offers.js";
import { Sheets } from "./record/sheets.js";
import { Sides } from "./record/sides.js";
import { Strip } from "./record/strip.js";
import { Table } from "./record/table.js";
import { Timeline } from "./record/timeline.js";
import { Waiting } from "./record/waiting.js";
import { bar, ending, forms, meet, readHowItStands } from "./record/controls.js";
import { listenForKeys } from "./record/keys.js";
import { Panels } from "./replay/panels.js";
import { onceLoaded } from "./ui/loaded.js";
import { quietly } from "./ui/quietly.js";

const { board, words, names, near, order, own, crews, key, addresses, icons, rolls, rerolls, cards, state, offline, person } = readJson("record-data");
const place = (name) => document.querySelector(`[data-${name}]`);
const sidePlaces = (kind) => Object.fromEntries(order.map((side) => [side, place(`${kind}-${side.toLowerCase()}`)]));
const FACES = "record-faces";

const scene = boardFrame(place("table-root"), { board, words, near, onCell: (cell) => table.tap(cell) });
const panels = new Panels({ ...sidePlaces("side"), table: place("table") }, words, names, order);
const strip = new Strip({ ...sidePlaces("strip"), active: place("strip-active"), wild: place("strip-wild") }, words, names, order);
const entries = new Entries({ list: place("entries"), last: place("last") }, words, names);
const checked = new Checked(place("checked"), words);
const wantsFaces = () => quietly(() => localStorage.getItem(FACES)) === "yes";
const unitName = (id) => offers.unitName(id);
const sheets = new Sheets(place("sheet"), { words, names, icons, unitName, wantsFaces, cells: (said, options) => table.pickCell(said, options) });
const aim = new Aim(place("aim"), { scene, words });
const timeline = new Timeline(place("timeline"), { words, onTap: (id) => table.figure(id) });
const apart = new Apart({ own, names, words, choose: (title, options) => sheets.choice(title, options) });
const sides = new Sides(place("sides"), { key, words, names, order, onChange: () => table.draw() });

const left = new Waiting({ others: place("others"), unkept: place("unkept") }, {
  words, person, signIn: place("sign-in-as"), choose: (title, options) => sheets.choice(title, options), onSend: () => link.start(), // on the position on which they were made
});

const ALONE = { preparing: words.alonePreparing, ready: words.aloneReady, open: window.isSecureContext ? words.aloneWhileOpen : words.aloneInsecure, failed: words.aloneFailed };
const alone = offlinePlay(offline, key, (standing) => {
  place("alone").setAttribute("aria-live", standing === "failed" ? "polite" : "off"); // of the rest nobody has to hear at the board
  place("alone").textContent = ALONE[standing];
  place("alone").dataset.alone = standing;
  link.readyAlone();
});

const link = new Link({ addresses, key, person, state, local: alone?.local }, {
  state(said) {
    const opens = !document.body.dataset.ready;
    document.body.dataset.ready = "true";
    copying.show(said.copied);
    checked.keep(said.findings);
    entries.show(said); // what happened is read out before what comes next
    apart.show(said);
    table.show(said);
    panels.show(said.position);
    place("end").hidden = !said.over || said.closed;
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
    const filled = await sheets.ask(ask, action, { other: table.otherWay(entry) ? words.otherWay : null });
    if (filled === "other") table.goAnotherWay(entry);
    else if (!filled) table.drop(entry);
    else link.complete(entry, filledIn(entry, filled, step));
  },
  async refused(entry, reason) {
    if (entry.copied) return copying.refused(entry, reason);
    const asPlayed = await sheets.refused(reason);
    return asPlayed ? link.complete(entry, { asPlayed: true }) : table.drop(entry);
  },
  conflict: (entry, both) => meet(entry, both, { link, sheets, table }),
  settled: () => sheets.settled(),
  stopped: ({ detail }) => table.say(fill(words.walkEnds, { why: detail })),
  checked: (entry, findings) => checked.add(entry, findings),
  line: lineShown({ place, words, left, entries, link: () => link }, (isCut) => [offers, likely].forEach((each) => each.cutOff(isCut))),
});

/** What the other player sees once a log was handed in at the table of a match. */
function showHandedIn({ over, closed, position }) {
  const section = place("handed-in");
  if (!section) return;
  section.hidden = !over || !closed;
  place("result").textContent = resultOf(over, position.glory);
}

function resultOf(over, glory) {
  if (!over?.winner || order.length > 2) return winnerOf(over);
  const other = order.find((side) => side !== over.winner);
  const said = over.wonBy === "concession" ? words.winnerConceded : words.winnerScore;
  return fill(said, { player: names[over.winner], other: names[other], score: `${glory[over.winner]} : ${glory[other]}` });
}

function winnerOf(over) {
  if (!over) return "";
  if (over.winners?.length) return fill(over.winners.length > 1 ? words.winners : words.winner, { player: over.winners.map((side) => names[side]).join(", ") });
  return over.winner ? fill(words.winner, { player: names[over.winner] }) : words.noWinner;
}

const copying = new Copying(place("sheet"), {
  words, unitName, form: place("spell-form"),
  onSave: (copied, said, entry) => (entry ? link.complete(entry, { copied, said }) : link.enter({ copied, said })),
  onDrop: (entry) => table.drop(entry),
});

const offers = new Offers(place("offers"), {
  scene, words, aim, icons, crews,
  onEnter: (action, said, about) => table.cast(action, said, about),
  onDeclare: (about) => askWhatHappened(place("sheet"), about, words),
  onSay: (sentence) => table.say(sentence),
  onCopy: (unit) => copying.open(unit),
  onList: async (title, listed) => {
    const offer = await sheets.choice(title, [...listed.map((each) => [offerLine(each), each, ""]), [words.putAway, null, "button-quiet"]]);
    if (offer) offers.choose(offer);
  },
  onReward: (offer) => hand.reward(offer, (title, units) => sheets.choice(title, [...units.map((id) => [unitName(id), id, ""]), [words.putAway, null, "button-quiet"]])),
});

const hand = new Hand({ targets: place("targets"), tension: place("tension"), rewards: place("rewards") }, {
  words, names, icons, unitName, wantsFaces, rolls, rerolls,
  on: {
    say: (sentence) => table.say(sentence),
    enter: (actions, said, more) => table.enter(actions, said, more),
    cast: (action, said, cast) => table.castAt(action, said, cast),
    look: (cast) => table.look(cast),
  },
});

const likely = new Likely(place("likely"), { wanted: place("likely-wanted"), onTake: (actions, said, cast) => (actions[0].do === "end-turn" ? place("end-turn").click() : hand.propose(actions, said, cast)) });

const table = new Table({ scene, words, names, apart, link, hand, offers, likely, aim, strip, timeline, sides, cards, rolls, addresses, copying, sheet: place("sheet"), prompt: place("prompt"), place, choose: (title, options) => sheets.choice(title, options) });

const mayEnd = ending({ apart, table, sheets, words });
bar({ place, link, hand: { endTurn: () => table.endTurn() }, sheets, table, words, names, mayEnd });
listenForKeys({ place, offers, table });
forms({ place, link, words, faces: FACES, mayEnd });

// another tab or another device at the same table: the stream says when something was written (static/js/live.js)
const lookAgain = () => {
  if (document.hidden) return;
  link.lookAgain();
  alone?.again();
};
document.addEventListener("visibilitychange", lookAgain);
document.addEventListener("live-change", lookAgain);
setInterval(lookAgain, 20000);
link.start();

// the text font and the copies for a game without a line wait until the page has what it shows
onceLoaded(() => {
  document.body.dataset.loaded = "true";
  alone?.prepare();
});
