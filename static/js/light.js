// The score alone: each button is an entry. It goes out as in the recorder of plays (record/link.js), and waits on this device
// while there is no connection; what waits is listed, and the buttons follow whose turn it is then.
import { fill, html } from "./board/svg.js";
import { Link } from "./record/link.js";
import { Sheets } from "./record/sheets.js";
import { Waiting } from "./record/waiting.js";
import { Drawing } from "./light/drawing.js";
import { Kept } from "./light/kept.js";
import { filledIn } from "./light/parts.js";
import { RoundDrawing } from "./light/round_drawing.js";
import { roundStanding } from "./light/round.js";
import { standing } from "./light/standing.js";

const { key, address, person, names, words, state, offline } = JSON.parse(document.getElementById("light-data").textContent);
const place = (name) => document.querySelector(`[data-${name}]`);
const table = document.getElementById("table");
const kept = new Kept({ key, plan: offline, person: person.id });
const latest = kept.latest(state);
const hasRounds = "order" in table.querySelector("[data-turn]").dataset; // more than two players, and the Demon
const drawing = new (hasRounds ? RoundDrawing : Drawing)(table, { words, names });
const sheets = new Sheets(place("sheet"), { words });
let told = { waiting: [], standing: "open", authors: [] };

const left = new Waiting({ others: place("others"), unkept: place("unkept") }, {
  words, person, signIn: place("sign-in-as"), choose: (title, options) => sheets.choice(title, options), onSend: () => link.start(), // on the position on which they were made
});

const link = new Link({ addresses: { state: address, enter: address, undo: address }, key, person, state: latest }, {
  state(now) {
    if (now.page) show(now.page);
    kept.keep(now);
    document.body.dataset.ready = "true";
    draw();
  },
  ask: () => {},
  async refused(entry, { article, detail, line }) {
    const why = html("div", { class: "notice notice-warn", role: "alert" }, html("div", {},
      html("p", { class: "strong flush" }, fill(words.about, { what: entry.said, said: article ? `${words.refused} (${article})` : words.notTaken })),
      html("p", { class: "flush" }, detail), line ? html("p", { class: "small flush" }, line) : null));
    await sheets.choice(why, [[words.drop, true, "button-primary"]]);
    link.drop(entry);
  },
  async conflict(entry, { theirs }) {
    const said = html("div", { class: "notice notice-warn", role: "alert" }, html("div", {}, html("p", { class: "flush" }, words.conflict),
      html("p", { class: "flush" }, fill(words.about, { what: words.theirs, said: theirs.map((each) => each.words).join(", ") || words.theyTookBack })),
      html("p", { class: "flush" }, fill(words.about, { what: words.mine, said: entry.said }))));
    const goesOn = await sheets.choice(said, [[words.sendAnyway, true, ""], [words.drop, false, "button-primary"]]);
    if (goesOn) link.complete(entry);
    else link.drop(entry);
  },
  settled: () => sheets.settled(),
  checked: () => {},
  line(now) {
    told = now;
    left.show(told, link.queue);
    place("line").textContent = inWords(told);
    place("line").classList.toggle("badge-warn", told.standing !== "open");
    place("shut").hidden = told.standing !== "shut";
    place("score-waits").hidden = told.standing === "open" || !told.waiting.length;
    draw();
  },
});

function inWords({ waiting, standing: line, isAsking }) {
  const n = waiting.length;
  if (line === "open") return isAsking ? words.asking : n ? words.saving : words.online;
  return fill(line === "shut" ? words.shut : words.offline, { n });
}

/** The server's table; the focus stays on the button that was pressed. */
function show(page) {
  const pressed = table.contains(document.activeElement) ? document.activeElement.dataset.name : null;
  window.htmx.swap(table, page, { swapStyle: "innerHTML" });
  drawing.remember();
  if (pressed) table.querySelector(`[data-name="${pressed}"]`)?.focus({ preventScroll: true });
}

/** What waits changes what can be entered next: whose turn it is, who is KO'd, whether the game is over. */
function draw() {
  const { waiting, authors } = told;
  const isOpen = told.standing === "open";
  const now = (hasRounds ? roundStanding : standing)(table.querySelector("[data-turn]").dataset, waiting.map(({ action }) => action));
  drawing.draw(now, waiting.length);
  place("undo").disabled = !waiting.length && !(isOpen && place("undo").dataset.undo);
  place("hand-in")?.toggleAttribute("disabled", !isOpen || waiting.length > 0 || authors.length > 0);
  place("waiting").replaceChildren(...waiting.toReversed().map(({ said }) => html("li", {}, `${said} (${words.waiting})`)));
}

async function takeBack() {
  const { why } = await link.takeBack();
  if (why) sheets.refused({ detail: why });
}

table.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (event.defaultPrevented || !event.target.matches("[data-light]")) return;
  event.preventDefault();
  if (button.name === "undo") return void (link.queue.last ? link.drop(link.queue.last) : takeBack());
  const action = JSON.parse(button.value);
  link.enter({ action: { ...action, ...filledIn(event.target, action.kind ?? action.do) }, said: button.getAttribute("aria-label") ?? button.textContent.trim() });
  for (const field of event.target.querySelectorAll("[data-of]")) field.value = ""; // a die counts once; without a line the table stays
});

const lookAgain = () => !document.hidden && link.lookAgain();
document.addEventListener("visibilitychange", lookAgain);
document.addEventListener("live-change", lookAgain);
if (latest.page) show(latest.page); // entries may wait on top of it
link.start();
kept.prepare((how) => {
  place("kept").textContent = { ready: words.keptReady, open: words.keptWhileOpen }[how];
  place("kept").dataset.kept = how;
});
