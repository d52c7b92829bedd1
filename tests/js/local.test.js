import { Link } from "../../static/js/record/link.js";
import { Local } from "../../static/js/offline/local.js";
import { forgetOthers } from "../../static/js/offline/copies.js";
import { equal, pass, server, settled, spy, test } from "./harness.js";

const ADDRESSES = { state: "/state/", enter: "/enter/", note: "/note/", undo: "/undo/", why: "/why/" };
const TABLE = { header: {}, rolls: false, started: 0, person: "7" };
const go = (to) => ({ do: "move", to });
const move = (to) => ({ action: go(to), said: `Walk to ${to}` });
const table = (version, actions) => ({ version, actions: actions.length, closed: false, entries: [], findings: [], log: { actions, taps: actions.map(() => 1) } });
const taken = (version, ...cells) => ({ said: table(version, cells.map(go)) });

/** Plays as the rules do: "X9" is refused, "D1" asks for dice first. */
class Rules {
  isReady = true;

  asked = [];

  stop() {
    this.isReady = false;
  }

  async ask({ game, entries: [entry] }) {
    this.asked.push(entry?.action.to ?? null);
    const of = (actions, more) => ({ log: { actions, taps: actions.map(() => 1) }, done: [], stop: null, stopped: null, ...more, state: table(game.version, actions) });
    if (!entry) return of(game.actions);
    if (entry.action.to === "X9") return of(game.actions, { stop: { kind: "refused", said: { code: "no", article: "5.1" } } });
    if (entry.action.to === "D1" && !entry.action.dice) return of(game.actions, { stop: { kind: "taken", said: { ask: [{ kind: "dice" }], action: entry.action, step: 0 } } });
    return of([...game.actions, entry.action], { done: [[entry.action]] });
  }
}

async function opened(answers, rules = new Rules()) {
  document.body.setAttribute("hx-headers", '{"X-CSRFToken": "token"}');
  const asked = server(() => answers.shift());
  const on = Object.fromEntries(["state", "ask", "refused", "conflict", "settled", "checked", "line", "stopped"].map((name) => [name, spy()]));
  const local = new Local({ key: "recording-1", table: TABLE, engine: rules });
  const link = new Link({ addresses: ADDRESSES, key: "recording-1", local }, on);
  await link.start();
  await settled();
  const enter = async (...entries) => {
    for (const entry of entries) {
      link.enter(entry);
      await settled();
    }
  };
  return { link, on, asked, rules, local, enter, shown: () => on.state.calls.at(-1)[0].log.actions.map(({ to }) => to), line: () => on.line.calls.at(-1)[0] };
}

test("without a line the rules of this device take the entries", async () => {
  const { enter, shown, line } = await opened([taken(1)]);
  await enter(move("B1"), move("B2"));
  equal([shown(), line().playsAlone, line().waiting.map(({ played }) => played)], [["B1", "B2"], true, [true, true]]);
});

/** An answer that comes when the case lets it. */
function slowly() {
  let come;
  const answer = new Promise((done) => (come = done));
  return { answer, come };
}

/** The entry is made, and the server takes its time; the next two answers come when the case lets them. */
async function onASlowLine(entry) {
  const answers = [taken(1)];
  const page = await opened(answers);
  const [first, second] = [slowly(), slowly()];
  answers.push(first.answer, second.answer);
  await page.enter(entry);
  equal(page.on.state.calls.length, 1);
  await pass(600);
  return { ...page, first, second };
}

test("on a slow line the rules of this device do not wait for the server", async () => {
  const { enter, shown, line, on, link, first, second } = await onASlowLine(move("B1"));
  equal([shown(), line().playsAlone, line().waiting.length], [["B1"], false, 1]);
  await enter(move("B2"));
  equal(shown(), ["B1", "B2"]);
  first.come(taken(2, "B1"));
  await settled();
  equal(shown(), ["B1", "B2"]);
  second.come(taken(3, "B1", "B2"));
  await settled();
  equal([shown(), line().waiting.length, line().standing, on.conflict.calls.length, link.version], [["B1", "B2"], 0, "open", 0, 3]);
});

test("dice that were asked for on a slow line are not asked for again", async () => {
  const { on, link, asked, first, second } = await onASlowLine(move("D1"));
  equal(on.ask.calls.length, 1);
  first.come({ said: { ask: [{ kind: "dice" }], action: go("D1"), step: 0 } });
  await settled();
  equal([on.ask.calls.length, link.queue.entries.length], [1, 1]);
  link.complete(link.queue.first, { action: { ...go("D1"), dice: ["lock"] } });
  await settled();
  equal(asked.at(-1).sent.action.dice, ["lock"]);
  second.come({ said: table(2, [{ ...go("D1"), dice: ["lock"] }]) });
  await settled();
  equal([link.queue.entries.length, on.ask.calls.length, link.version], [0, 1, 2]);
});

test("dice that were answered before a slow line refuses are sent", async () => {
  const { on, link, asked, first, second } = await onASlowLine(move("D1"));
  link.complete(on.ask.calls[0][0], { action: { ...go("D1"), dice: ["lock"] } });
  await settled();
  first.come({ said: { ask: [{ kind: "dice" }], action: go("D1"), step: 0 } });
  await settled();
  equal([on.ask.calls.length, asked.at(-1).sent.action.dice], [1, ["lock"]]);
  second.come({ said: table(2, [{ ...go("D1"), dice: ["lock"] }]) });
  await settled();
  equal([link.queue.entries.length, link.version], [0, 2]);
});

test("what the server refuses on a slow line is taken back here", async () => {
  const { on, shown, link, first, second } = await onASlowLine(move("B1"));
  equal(shown(), ["B1"]);
  first.come({ status: 409, said: { code: "no", article: "6.3.2" } });
  second.come(taken(1));
  await settled();
  equal([on.refused.calls.length, shown(), link.queue.entries.length], [1, [], 1]);
});

test("the same action twice in a row is entered twice", async () => {
  const { enter, shown } = await opened([taken(1)]);
  await enter(move("B1"), move("B2"), move("B2"));
  equal(shown(), ["B1", "B2", "B2"]);
});

test("what the rules refuse is asked about here", async () => {
  const { link, on, enter, shown } = await opened([taken(1)]);
  await enter(move("B1"), move("X9"));
  equal([on.refused.calls.map(([entry, said]) => [entry.action.to, said.article]), shown()], [[["X9", "5.1"]], ["B1"]]);
  link.drop(link.queue.last);
  await settled();
  equal([shown(), link.queue.entries.length], [["B1"], 1]);
});

test("dice are asked for here and go to the server with the entry", async () => {
  const { link, on, enter } = await opened([taken(1)]);
  await enter(move("D1"));
  const [[entry]] = on.ask.calls;
  link.complete(entry, { action: { ...go("D1"), dice: ["lock"] } });
  await settled();
  equal([entry.played, entry.action.dice], [true, ["lock"]]);
});

test("an undone entry is gone, and what follows is played anew", async () => {
  const { link, enter, shown } = await opened([taken(1)]);
  await enter(move("B1"), move("B2"));
  link.drop(link.queue.last);
  await settled();
  equal(shown(), ["B1"]);
  await enter(move("B3"));
  equal(shown(), ["B1", "B3"]);
});

test("without a line the board is drawn again only where something was entered", async () => {
  const { enter, on, link } = await opened([taken(1)]);
  await enter(move("B1"));
  const before = on.state.calls.length;
  await pass(12000);
  await link.lookAgain();
  equal(on.state.calls.length, before);
});

test("a page that is opened without a line goes on where it was", async () => {
  const first = await opened([taken(1)]);
  await first.enter(move("B1"), move("B2"));
  const later = await opened([]);
  equal(later.shown(), ["B1", "B2"]);
  await later.enter(move("B3"));
  equal(later.shown(), ["B1", "B2", "B3"]);
});

test("while entries are sent the board stays where it is", async () => {
  const answers = [taken(1)];
  const { enter, on, shown, line } = await opened(answers);
  await enter(move("B1"), move("B2"));
  const before = on.state.calls.length;
  answers.push({ said: table(2, [{ to: "B1", do: "move", at: 5 }]) }, { said: table(3, [{ do: "move", to: "B1", at: 5 }, { ...go("B2"), at: 6 }]) });
  await pass(4000);
  equal([line().standing, line().waiting.length, shown(), on.state.calls.length - before], ["open", 0, ["B1", "B2"], 1]);
  equal(on.checked.calls, []);
});

test("where another device wrote meanwhile both are shown", async () => {
  const answers = [taken(1)];
  const { link, enter, on, shown } = await opened(answers);
  await enter(move("B1"), move("B2"));
  answers.push({ status: 409, said: { code: "stale", state: table(2, [go("A1")]), why: null } });
  await pass(4000);
  equal([on.conflict.calls.length, shown()], [1, ["A1"]]);
  equal(link.queue.entries.map(({ played, unchecked }) => [played, unchecked]), [[false, true], [false, true]]);
});

test("a game that was handed in is not played on", async () => {
  const { line, enter } = await opened([{ said: { ...table(1, []), closed: true } }]);
  await enter(move("B1"));
  equal([line().playsAlone, line().waiting.length], [false, 1]);
});

test("rules that stop to answer leave everything as without them", async () => {
  const { rules, enter, line } = await opened([taken(1)]);
  rules.ask = () => Promise.reject(new Error("out of memory"));
  await enter(move("B1"));
  equal([line().playsAlone, line().waiting.length, rules.isReady], [false, 1, false]);
});

test("games of another person are forgotten, entries that wait are not", async () => {
  const { enter } = await opened([taken(1)]);
  await enter(move("B1"));
  await forgetOthers("7");
  equal(Object.keys(localStorage).length, 2);
  await forgetOthers("8");
  equal(Object.keys(localStorage).map((key) => key.startsWith("recording-1:")), [true]);
});

test("where the server took an entry differently the next is not sent on its position", async () => {
  const answers = [taken(1)];
  const { enter, asked, on } = await opened(answers);
  await enter(move("B1"), move("B2"));
  answers.push(taken(2, "A9"), { status: 409, said: { code: "stale", state: table(2, [go("A9")]), why: null } });
  await pass(4000);
  const versions = asked.filter(({ address }) => address === "/enter/").map(({ sent }) => sent.version);
  equal([versions.slice(-2), on.conflict.calls.length], [[1, 1], 1]);
});

test("after each entry that arrived the next says on which position it was made", async () => {
  const answers = [taken(1)];
  const { enter, link } = await opened(answers);
  await enter(move("B1"), move("B2"));
  answers.push(taken(2, "B1"));
  await pass(4000);
  equal(link.queue.entries.map(({ madeOn }) => madeOn.version), [2]);
});
