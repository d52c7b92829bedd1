import { Queue } from "../../static/js/record/queue.js";
import { equal, pass, spy, test } from "./harness.js";

const queueOf = (table, changed = () => {}) => new Queue(table, changed);
const said = (queue) => queue.entries.map((entry) => entry.said);
const stored = () => Object.keys(localStorage).map((key) => JSON.parse(localStorage.getItem(key)).said).sort();
const fromAnotherTab = (key, newValue) => window.dispatchEvent(new StorageEvent("storage", { key, newValue }));

test("keeps what is entered until it is removed", () => {
  const queue = queueOf("one");
  queue.add({ said: "first" });
  queue.add({ said: "second" });
  equal(stored(), ["first", "second"]);
  queue.remove(queue.first.id);
  equal([said(queue), stored()], [["second"], ["second"]]);
});

test("a page that is opened later finds what an earlier one left", () => {
  queueOf("one").add({ said: "left" });
  const queue = queueOf("one");
  queue.gather();
  equal(said(queue), ["left"]);
});

test("keeps the order of entries made in the same millisecond", () => {
  const queue = queueOf("one");
  const words = [...Array(20).keys()].map(String);
  for (const word of words) queue.add({ said: word });
  const later = queueOf("one");
  later.gather();
  equal(said(later), words);
});

test("puts entries of two tabs into the order in which they were made", async () => {
  const [one, other] = [queueOf("one"), queueOf("one")];
  one.add({ said: "first" });
  await pass(10);
  other.add({ said: "second" });
  await pass(10);
  one.add({ said: "third" });
  one.gather();
  other.gather();
  equal([said(one), said(other)], [["first", "second", "third"], ["first", "second", "third"]]);
});

test("gathers nothing twice", () => {
  const queue = queueOf("one");
  queue.add({ said: "first" });
  queue.gather();
  queue.gather();
  equal(said(queue), ["first"]);
});

test("leaves alone what was entered at another table", () => {
  queueOf("one").add({ said: "theirs" });
  const queue = queueOf("on");
  queue.gather();
  equal(said(queue), []);
});

test("forgets what another tab saw arrive", () => {
  const changed = spy();
  const queue = queueOf("one", changed);
  queue.add({ said: "first" });
  const times = changed.calls.length;
  fromAnotherTab(`one:${queue.first.id}`, null);
  equal([said(queue), changed.calls.length - times], [[], 1]);
});

test("what another tab only changes stays", () => {
  const queue = queueOf("one");
  queue.add({ said: "first" });
  fromAnotherTab(`one:${queue.first.id}`, "{}");
  fromAnotherTab("other:1", null);
  fromAnotherTab(null, null);
  equal(said(queue), ["first"]);
});

test("a change is kept with the entry", () => {
  const queue = queueOf("one");
  queue.add({ said: "first" });
  queue.change(queue.first.id, { asPlayed: true });
  queue.change("unknown", { asPlayed: true });
  const later = queueOf("one");
  later.gather();
  equal([later.first.asPlayed, later.entries.length], [true, 1]);
});

test("works on in a browser that keeps nothing", () => {
  Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("Denied", "SecurityError"); } });
  const queue = queueOf("one");
  queue.gather();
  queue.add({ said: "first" });
  queue.gather();
  equal(said(queue), ["first"]);
  queue.remove(queue.first.id);
  equal(said(queue), []);
});

test("passes over what it cannot read", () => {
  localStorage.setItem("one:a", "{");
  localStorage.setItem("one:b", "null");
  localStorage.setItem("one:c", JSON.stringify({ said: "without a number" }));
  const queue = queueOf("one");
  queue.gather();
  equal(said(queue), []);
});

test("a second quick tap is the same entry", () => {
  const queue = queueOf("one");
  const entry = { action: { do: "move", to: "B2" }, madeOn: { version: 3 } };
  equal(queue.repeats(entry), false);
  queue.add(entry);
  equal(queue.repeats({ ...entry }), true);
});

test("the same choice on another position is another entry", () => {
  const queue = queueOf("one");
  const entry = { action: { do: "move", to: "B2" }, madeOn: { version: 3 } };
  queue.add(entry);
  equal(queue.repeats({ ...entry, madeOn: { version: 4 } }), false);
  equal(queue.repeats({ ...entry, action: { do: "move", to: "B3" } }), false);
  equal(queue.repeats({ ...entry, note: "Hello" }), false);
});

test("without a connection and as played, twice means twice", () => {
  const queue = queueOf("one");
  const entry = { action: { do: "move", to: "B2" }, madeOn: { version: 3 } };
  queue.add({ ...entry, unchecked: true });
  equal(queue.repeats({ ...entry, unchecked: true }), false);
  queue.add(entry);
  equal(queue.repeats({ ...entry, asPlayed: true }), false);
});

test("two entries never share a number", () => {
  const queue = queueOf("one");
  for (let i = 0; i < 50; i += 1) queue.add({ said: "same" });
  equal(new Set(queue.entries.map(({ id }) => id)).size, 50);
});

const ANA = { id: "5", name: "Ana" };
const BO = { id: "6", name: "Bo" };
const personal = (person) => {
  const queue = new Queue("one", () => {}, person);
  queue.gather();
  return queue;
};

test("what another person left is not theirs to send", () => {
  personal(ANA).add({ said: "of Ana" });
  const queue = personal(BO);
  queue.add({ said: "of Bo" });
  equal([said(queue), queue.authors], [["of Bo"], [{ by: "5", name: "Ana", n: 1 }]]);
  equal([said(personal(ANA)), said(personal(undefined))], [["of Ana"], []]);
});

test("what another person left can be discarded, and only that", () => {
  personal(ANA).add({ said: "of Ana" });
  personal(undefined).add({ said: "of a guest" });
  const queue = personal(BO);
  queue.add({ said: "of Bo" });
  queue.discard("5");
  equal([stored(), queue.authors], [["of Bo", "of a guest"], [{ by: "guest", name: "", n: 1 }]]);
});

test("entries made without an account can go out under a name", () => {
  personal(undefined).add({ said: "of a guest" });
  const queue = personal(BO);
  queue.adopt("guest");
  equal([said(queue), queue.authors, queue.first.by], [["of a guest"], [], "6"]);
});

test("what another tab saw arrive of somebody else is forgotten", () => {
  const theirs = personal(ANA);
  theirs.add({ said: "of Ana" });
  const queue = personal(BO);
  fromAnotherTab(`one:${theirs.first.id}`, null);
  equal(queue.authors, []);
});

const fill = () => (Storage.prototype.setItem = () => { throw new DOMException("Full", "QuotaExceededError"); });
const isHeldBack = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("a full device is said, and the page is not left unasked", () => {
  const told = [];
  const queue = new Queue("one", () => told.push(queue.isFull));
  fill();
  queue.add({ said: "first" });
  equal([said(queue), told.at(-1), stored(), isHeldBack()], [["first"], true, [], true]);
  queue.gather();
  equal(said(queue), ["first"]);
  queue.remove(queue.first.id);
  equal(isHeldBack(), false);
});

test("what did not fit is kept as soon as there is room", () => {
  const { setItem } = Storage.prototype;
  const queue = queueOf("one");
  fill();
  queue.add({ said: "first" });
  Storage.prototype.setItem = setItem;
  queue.gather();
  equal([stored(), queue.isFull, isHeldBack()], [["first"], false, false]);
});

/** Room for what is longer has gone; what is shorter is still kept. */
function fillFor(words) {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, value) {
    if (value.includes(words)) throw new DOMException("Full", "QuotaExceededError");
    setItem.call(this, key, value);
  };
}

test("a full device is said while anything is not kept, and no longer", () => {
  const told = [];
  const queue = new Queue("one", () => told.push(queue.isFull));
  fillFor("long");
  queue.add({ said: "long" });
  queue.add({ said: "short" });
  equal([stored(), told.at(-1)], [["short"], true]);
  queue.remove(queue.last.id);
  equal(told.at(-1), true);
  queue.remove(queue.first.id);
  equal([told.at(-1), isHeldBack()], [false, false]);
});

test("a full device is no longer said once another tab saw it arrive", () => {
  const told = [];
  const queue = new Queue("one", () => told.push(queue.isFull));
  fill();
  queue.add({ said: "first" });
  fromAnotherTab(`one:${queue.first.id}`, null);
  equal([told, said(queue)], [[true, false], []]);
});
