import { Lines } from "../../static/js/slips/lines.js";
import { equal, pass, server, settled, spy, test, waits } from "./harness.js";

const ANA = { id: "1", name: "Ana" };
const saved = (words = "saved") => ({ said: { version: 2, words } });
const refused = (code, more = {}) => ({ status: 409, said: { code, detail: code, ...more } });

// As on a hall's own address without https; with locks, one tab sends after the other.
Object.defineProperty(navigator, "locks", { value: undefined });

function opened(...answers) {
  document.body.setAttribute("hx-headers", '{"X-CSRFToken": "token"}');
  const asked = server(() => answers.shift());
  const lines = new Lines({ address: "/entry/", name: "results-cup", person: ANA }, spy());
  lines.reread();
  return { lines, asked, sent: () => asked.map(({ sent: { slip } }) => slip) };
}

async function add(lines, ...texts) {
  texts.forEach((text) => lines.add(text, "7-1"));
  await settled();
}

const states = (lines) => lines.queue.entries.map(({ text, state }) => [text, state]);

test("lines go out one after the other, each with a key and its pairings", async () => {
  const { lines, asked } = opened(saved(), saved());
  await add(lines, "1 3-0", "2 4-0");
  equal(states(lines), [["1 3-0", "saved"], ["2 4-0", "saved"]]);
  equal(asked.map(({ sent }) => [sent.slip, sent.pairings]), [["1 3-0", "7-1"], ["2 4-0", "7-1"]]);
  equal(new Set(asked.map(({ sent }) => sent.once)).size, 2);
});

test("a line that nobody answered goes again with the same key, before the next", async () => {
  const { lines, asked, sent } = opened(undefined, saved(), saved());
  await add(lines, "1 3-0", "2 4-0");
  equal([lines.standing, sent(), waits()], ["cut", ["1 3-0"], [4000]]);
  await pass(4000);
  equal([lines.standing, sent()], ["open", ["1 3-0", "1 3-0", "2 4-0"]]);
  equal(asked[0].sent.once, asked[1].sent.once);
});

test("a refused line stays with its reason, and the next is sent", async () => {
  const { lines } = opened(refused("no-such-table"), saved());
  await add(lines, "99 3-0", "2 4-0");
  equal(states(lines), [["99 3-0", "refused"], ["2 4-0", "saved"]]);
  equal(lines.queue.first.said.detail, "no-such-table");
});

test("what was refused in a round leaves with it", async () => {
  const { lines } = opened(refused("no-such-table"), refused("other-pairings"), saved());
  await add(lines, "99 3-0", "2 4-0");
  lines.forgetSaved("0-0");
  equal(lines.queue.entries.length, 2);
  lines.add("1 3-0", "8-1");
  await settled();
  equal(states(lines), [["2 4-0", "refused"], ["1 3-0", "saved"]]);
});

test("what stands at the table is told beside what was typed", async () => {
  const { lines } = opened(refused("already-settled", { stands: "Ana 6 : 0 Bo", typed: "Ana 5 : 0 Bo" }));
  await add(lines, "1 5-0");
  equal(states(lines), [["1 5-0", "taken"]]);
});

test("an event that somebody else changes at this moment is asked again", async () => {
  const { lines } = opened(refused("busy"), saved());
  await add(lines, "1 3-0");
  equal([lines.standing, states(lines)], ["busy", [["1 3-0", undefined]]]);
  await pass(4000);
  equal(states(lines), [["1 3-0", "saved"]]);
});

test("whoever is signed out keeps their lines", async () => {
  const { lines } = opened({ status: 401, said: { code: "sign-in-first" } });
  await add(lines, "1 3-0", "2 4-0");
  equal([lines.standing, lines.waiting.length], ["shut", 2]);
});

test("lines of an earlier page go out from the next", async () => {
  const first = opened();
  await add(first.lines, "1 3-0");
  const { lines, sent } = opened(saved());
  await lines.pump();
  equal([sent(), states(lines)], [["1 3-0"], [["1 3-0", "saved"]]]);
});

test("a line that another tab has taken is not sent", async () => {
  const { lines } = opened(undefined);
  await add(lines, "1 3-0");
  localStorage.removeItem(`results-cup:${lines.queue.first.id}`);
  await pass(4000);
  equal(lines.waiting, []);
});

test("the last three saved lines of these pairings stay", async () => {
  const { lines } = opened(saved(), saved(), saved(), saved(), saved(), saved());
  for (const text of ["1 3-0", "2 3-0", "3 3-0", "4 3-0", "5 3-0"]) await add(lines, text);
  equal(states(lines).map(([text]) => text), ["2 3-0", "3 3-0", "4 3-0", "5 3-0"]);
  lines.forgetSaved("8-1");
  equal(states(lines), []);
});

test("lines of somebody else are not sent", async () => {
  const { lines } = opened(undefined);
  await add(lines, "1 3-0");
  const other = new Lines({ address: "/entry/", name: "results-cup", person: { id: "2", name: "Bo" } }, spy());
  other.reread();
  equal([other.waiting, other.queue.others.map(({ text, byName }) => [text, byName])], [[], [["1 3-0", "Ana"]]]);
});

test("an undone line is gone, and one that was changed since says so", async () => {
  const document = { version: 2, words: "saved", undo: "/undo/", result: 5 };
  const { lines, asked } = opened({ said: document }, { said: document }, { said: { version: 3 } }, refused("stale"));
  await add(lines, "1 3-0", "2 3-0");
  const [first, second] = lines.queue.entries;
  equal([await lines.undo(first), await lines.undo(second)], [true, false]);
  equal([states(lines), asked.at(-1).sent.result], [[["2 3-0", "saved"]], "5"]);
  equal([lines.queue.first.said.undo, lines.queue.first.said.detail], ["", "stale"]);
});
