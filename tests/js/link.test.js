import { Link } from "../../static/js/record/link.js";
import { equal, pass, server, settled, spy, test, waits } from "./harness.js";

const ADDRESSES = { state: "/state/", enter: "/enter/", note: "/note/", undo: "/undo/" };
const table = (version, more = {}) => ({ version, actions: version - 1, closed: false, entries: [], findings: [], ...more });
const move = (to) => ({ action: { do: "move", to }, said: `Walk to ${to}` });
const taken = (version, more) => ({ said: table(version, more) });

/** Answers in turn; the first is the table as it stands when the page opens. */
async function opened(...answers) {
  document.body.setAttribute("hx-headers", '{"X-CSRFToken": "token"}');
  const asked = server(() => answers.shift());
  const on = Object.fromEntries(["state", "ask", "refused", "conflict", "settled", "checked", "line"].map((name) => [name, spy()]));
  const link = new Link({ addresses: ADDRESSES, key: "table" }, on);
  await link.start();
  await settled();
  return { link, on, asked, line: () => on.line.calls.at(-1)[0] };
}

async function enter(link, ...entries) {
  entries.forEach((entry) => link.enter(entry));
  await settled();
}

const sentTo = (asked) => asked.filter(({ sent }) => sent).map(({ sent }) => [sent.action?.to ?? sent.note, sent.version]);

test("shows the table when it opens", async () => {
  const { on, line } = await opened(taken(1));
  equal(on.state.calls.map(([state]) => state.version), [1]);
  equal([line().standing, line().waiting.length], ["open", 0]);
});

test("asks by its tag whether the table has changed", async () => {
  const { link, asked, on } = await opened(taken(1, { tag: '"1"' }), { status: 304 }, taken(2, { tag: '"2"' }));
  for (let times = 0; times < 2; times++) await link.lookAgain();
  equal(asked.map(({ headers }) => headers["If-None-Match"]), [undefined, '"1"', '"1"']);
  equal([on.state.calls.map(([state]) => state.version), link.standing], [[1, 2], "open"]);
});

test("sends entries one after the other, each on the version before", async () => {
  const { link, asked, on } = await opened(taken(1), taken(2), taken(3));
  await enter(link, move("B1"), move("B2"));
  equal(sentTo(asked), [["B1", 1], ["B2", 2]]);
  equal(on.state.calls.map(([state]) => state.version), [1, 2, 3]);
  equal(localStorage.length, 0);
});

test("never has two requests under way", async () => {
  const { link, asked } = await opened(taken(1), new Promise(() => {}));
  await enter(link, move("B1"), move("B2"));
  link.lookAgain();
  await settled();
  equal(sentTo(asked), [["B1", 1]]);
});

test("a note has an address of its own", async () => {
  const { link, asked } = await opened(taken(1), taken(2));
  await enter(link, { note: "Dice fell off the table", said: "Note" });
  equal([asked[1].address, asked[1].headers["X-CSRFToken"]], ["/note/", "token"]);
});

test("what nobody answered waits and goes again after four seconds", async () => {
  const { link, asked, line } = await opened(taken(1), undefined, taken(2));
  await enter(link, move("B1"));
  equal([line().standing, line().waiting.map(({ said }) => said)], ["cut", ["Walk to B1"]]);
  equal([localStorage.length, waits()], [1, [4000]]);
  await pass(3999);
  equal(asked.length, 2);
  await pass(1);
  equal([asked.length, line().standing, localStorage.length], [3, "open", 0]);
});

test("what is sent again carries the same number", async () => {
  const { link, asked } = await opened(taken(1), undefined, undefined, taken(2));
  await enter(link, move("B1"));
  await pass(8000);
  const [first, second, third] = asked.slice(1).map(({ sent }) => sent.id);
  equal([first === second, second === third, asked.length], [true, true, 4]);
});

test("a page to sign in is no answer", async () => {
  const { link, line } = await opened(taken(1), { said: "<title>Sign in</title>" });
  await enter(link, move("B1"));
  equal([line().standing, line().waiting.length], ["cut", 1]);
});

test("whoever is signed out keeps what they entered", async () => {
  const { link, line } = await opened(taken(1), { status: 403, said: {} }, taken(2));
  await enter(link, move("B1"));
  equal([line().standing, localStorage.length], ["shut", 1]);
  await pass(4000);
  equal([line().standing, localStorage.length], ["open", 0]);
});

test("a connection that comes back is used at once", async () => {
  const { link, line } = await opened(taken(1), undefined, taken(2));
  await enter(link, move("B1"));
  window.dispatchEvent(new Event("online"));
  await settled();
  equal(line().waiting, []);
});

test("the order stays when the connection was lost between two", async () => {
  const { link, asked } = await opened(taken(1), undefined, taken(2), taken(3));
  await enter(link, move("B1"), move("B2"));
  await pass(4000);
  equal(sentTo(asked), [["B1", 1], ["B1", 1], ["B2", 2]]);
});

test("what was entered with the rules at hand needs no verdict", async () => {
  const { link, on } = await opened(taken(1), undefined, taken(2));
  await enter(link, move("B1"));
  await pass(4000);
  equal(on.checked.calls, []);
});

test("an entry made without a connection is checked when it arrives", async () => {
  const { link, on } = await opened(taken(1), undefined, undefined, taken(2), taken(3, { findings: [{ action: 1 }, { action: 0 }] }));
  await enter(link, move("B1"));
  await enter(link, move("B2"));
  await pass(8000);
  equal(on.checked.calls.map(([entry, findings]) => [entry.said, findings]), [["Walk to B2", [{ action: 1 }]]]);
});

test("a refusal is asked about, and the rest waits for it", async () => {
  const { link, on, asked, line } = await opened(taken(1), { status: 422, said: { code: "illegal", article: "5.1" } });
  await enter(link, move("B1"), move("B2"));
  equal([asked.length, on.refused.calls[0][1].article, line().isAsking], [2, "5.1", true]);
  link.lookAgain();
  await settled();
  equal(asked.length, 2);
});

test("what is entered as played goes again, and then the rest", async () => {
  const { link, on, asked } = await opened(taken(1), { status: 422, said: { code: "illegal" } }, taken(2), taken(3));
  await enter(link, move("B1"), move("B2"));
  link.complete(on.refused.calls[0][0], { asPlayed: true });
  await settled();
  equal(on.checked.calls.map(([entry]) => entry.said), ["Walk to B1"]);
  equal(asked.slice(2).map(({ sent }) => [sent.action.to, sent.asPlayed ?? false]), [["B1", true], ["B2", false]]);
});

test("what is dropped does not go, and the rest does", async () => {
  const { link, on, asked } = await opened(taken(1), { status: 422, said: { code: "illegal" } }, taken(2));
  await enter(link, move("B1"), move("B2"));
  link.drop(on.refused.calls[0][0]);
  await settled();
  equal([sentTo(asked), on.settled.calls.length], [[["B1", 1], ["B2", 1]], 1]);
});

test("dice are asked for before the entry stands", async () => {
  const { link, on, asked } = await opened(taken(1), { said: { ask: [{ kind: "dice" }] } }, taken(2));
  await enter(link, move("B1"));
  const [entry, { ask }] = on.ask.calls[0];
  equal([ask[0].kind, localStorage.length], ["dice", 1]);
  link.complete(entry, { action: { do: "move", to: "B1", dice: ["lock"] } });
  await settled();
  equal([asked[2].sent.action.dice, localStorage.length], [["lock"], 0]);
});

test("an entry made on an older table meets what the other device wrote", async () => {
  const theirs = [{ index: 0, words: "before" }, { index: 1, words: "theirs" }];
  const stale = { status: 409, said: { code: "stale", state: table(3, { entries: theirs }), why: { article: "5.1" } } };
  const { link, on, asked } = await opened(taken(2), stale, taken(4));
  await enter(link, move("B1"));
  const [entry, both] = on.conflict.calls[0];
  equal([both.theirs.map(({ words }) => words), both.why.article, link.version], [["theirs"], "5.1", 3]);
  link.complete(entry);
  await settled();
  equal(sentTo(asked), [["B1", 2], ["B1", 3]]);
});

const met = (version, words, more) => ({ status: 409, said: { code: "stale", state: table(version, { entries: [{ index: version - 2, words }] }), ...more } });

test("what others do while two entries meet is asked about anew", async () => {
  const { link, on, asked } = await opened(taken(2), met(3, "theirs", { kept: "Sam entered this" }), taken(3), taken(4), met(4, "undone"));
  await enter(link, move("B1"));
  await link.lookAgain();
  equal([on.conflict.calls.length, on.settled.calls.length], [1, 0]);
  await link.lookAgain();
  equal([on.conflict.calls.length, on.settled.calls.length, on.conflict.calls[0][1].kept], [2, 1, "Sam entered this"]);
  equal([on.state.calls.at(-1)[0].version, sentTo(asked)], [4, [["B1", 2], ["B1", 2]]]);
});

test("what cannot be taken back is asked about as it stands then", async () => {
  const { link, on } = await opened(taken(2), met(3, "theirs"), { status: 409, said: { code: "entered-by-another", detail: "Sam entered this" } }, met(3, "theirs", { kept: "Sam entered this" }), taken(4), taken(5));
  await enter(link, move("B1"));
  equal((await link.takeBack()).isTaken, false);
  await link.meetAgain();
  equal(on.conflict.calls.map(([, { kept }]) => kept), [undefined, "Sam entered this"]);
  equal((await link.takeBack()).isTaken, true);
  await link.lookAgain();
  equal([on.conflict.calls.length, link.isMet], [2, false]);
});

test("what an earlier page left is sent as made on its position", async () => {
  const left = { id: "1", at: 1, said: "left", action: { do: "move", to: "C3" }, madeOn: { version: 5, actions: 4 } };
  localStorage.setItem("table:1", JSON.stringify(left));
  const { asked } = await opened(taken(7), taken(8));
  equal(sentTo(asked), [["C3", 5]]);
});

test("another tab that settles what is asked about ends the question", async () => {
  const { link, on, line } = await opened(taken(1), { status: 422, said: { code: "illegal" } });
  await enter(link, move("B1"));
  window.dispatchEvent(new StorageEvent("storage", { key: `table:${link.queue.first.id}`, newValue: null }));
  equal([on.settled.calls.length, line().isAsking, line().waiting], [1, false, []]);
});

test("a table that has not changed is not drawn again", async () => {
  const { link, on } = await opened(taken(1), taken(1), taken(2), taken(2, { closed: true }));
  for (let i = 0; i < 3; i += 1) await link.lookAgain();
  equal(on.state.calls.map(([state]) => [state.version, state.closed]), [[1, false], [2, false], [2, true]]);
});

test("taking back says whether it was done, and shows the table", async () => {
  const { link, on, asked } = await opened(taken(3), taken(4), { status: 409, said: { code: "stale", state: table(6) } });
  equal((await link.takeBack()).isTaken, true);
  equal((await link.takeBack()).isTaken, false);
  equal(on.state.calls.map(([state]) => state.version), [3, 4, 6]);
  equal(asked.slice(1).map(({ sent }) => sent), [{ version: 3, by: "guest" }, { version: 4, by: "guest" }]);
});

test("what says nobody's name goes out under that of this page", async () => {
  localStorage.setItem("table:old", JSON.stringify({ id: "old", at: 1, ...move("B1") }));
  const { asked } = await opened(taken(1), taken(2));
  equal(asked.filter(({ sent }) => sent).map(({ sent }) => [sent.id, sent.by]), [["old", "guest"]]);
});

test("before the table is known entries wait", async () => {
  const { link, asked } = await opened(undefined, taken(1), taken(2));
  await enter(link, move("B1"));
  equal([sentTo(asked), localStorage.length], [[], 1]);
  await pass(4000);
  equal([sentTo(asked), localStorage.length], [[["B1", 1]], 0]);
});

test("an entry says how long it waited", async () => {
  const { link, asked } = await opened(taken(1), undefined, undefined, taken(2));
  await enter(link, move("B1"));
  await pass(8000);
  equal(asked.slice(1).map(({ sent }) => sent.waited), [0, 4, 8]);
});

test("what somebody else left is told and not sent", async () => {
  const left = { id: "1", at: 1, by: "5", byName: "Ana", said: "left", action: { do: "move", to: "C3" } };
  localStorage.setItem("table:1", JSON.stringify(left));
  const { asked, line } = await opened(taken(7));
  equal([sentTo(asked), line().authors, line().waiting], [[], [{ by: "5", name: "Ana", n: 1 }], []]);
});

test("what was made without an account goes out under a name as made on its position", async () => {
  const left = { id: "1", at: 1, by: "guest", said: "left", action: { do: "move", to: "C3" }, madeOn: { version: 5, actions: 4 } };
  localStorage.setItem("table:1", JSON.stringify(left));
  document.body.setAttribute("hx-headers", '{"X-CSRFToken": "token"}');
  const answers = [taken(7), taken(7), taken(8)];
  const asked = server(() => answers.shift());
  const on = Object.fromEntries(["state", "ask", "refused", "conflict", "settled", "checked", "line"].map((name) => [name, spy()]));
  const link = new Link({ addresses: ADDRESSES, key: "table", person: { id: "6", name: "Bo" } }, on);
  await link.start();
  link.queue.adopt("guest");
  await link.start();
  await settled();
  equal([sentTo(asked), asked.at(-1).sent.by], [[["C3", 5]], "6"]);
});
