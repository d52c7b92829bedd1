// What the test files of the scripts use. Each case runs in a frame of its own: runner.js.
const cases = new Map();

export function test(name, body) {
  if (cases.has(name)) throw new Error(`Two cases are called ${name}.`);
  cases.set(name, body);
}

/** For tests/js/runner.html: the names of the cases of a file, and one of them carried out. */
window.cases = {
  async names(file) {
    await import(file);
    return [...cases.keys()];
  },
  async run(file, name) {
    await import(file);
    await cases.get(name)();
  },
};

export function equal(found, expected) {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value, (_, part) => (part === undefined ? "undefined" : part)));
  if (one !== other) throw new Error(`Expected ${other}, found ${one}.`);
}

/** Puts markup on the page and gives back its first element. */
export function page(markup) {
  document.body.replaceChildren(document.createRange().createContextualFragment(markup));
  return document.body.firstElementChild;
}

/** Everything that waits for nothing but a promise has happened. */
export async function settled() {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

/** The clock stands still at 12:00 UTC; timers and frames come when a case lets time pass. */
let now = Date.parse("2026-03-07T12:00:00Z");
let timers = [];
let made = 0;

function later(body, wait = 0, every = null) {
  made += 1;
  timers.push({ id: made, at: now + Math.max(0, wait), body, every });
  return made;
}

const forget = (id) => {
  timers = timers.filter((timer) => timer.id !== id);
};

Date.now = () => now;
window.setTimeout = (body, wait) => later(body, wait);
window.setInterval = (body, wait) => later(body, wait, wait);
window.requestAnimationFrame = (body) => later(body, 16);
window.clearTimeout = forget;
window.clearInterval = forget;

/** How long until each timer that was set, in order. */
export const waits = () => timers.map(({ at }) => at - now).sort((one, other) => one - other);

export async function pass(milliseconds) {
  const end = now + milliseconds;
  for (;;) {
    const [next] = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at || one.id - other.id);
    if (!next) break;
    now = next.at;
    if (next.every === null) forget(next.id);
    else next.at += next.every;
    next.body();
    await settled();
  }
  now = end;
  await settled();
}

/** Notes every call; answers with `answer`, or with the next of an array. */
export function spy(answer) {
  const calls = [];
  const called = (...given) => {
    calls.push(given);
    return Array.isArray(answer) ? answer[calls.length - 1] : answer;
  };
  return Object.assign(called, { calls });
}

/** Not a Response: that one takes time of its own to be read. */
function answerOf({ status = 200, said, headers = {} }) {
  const text = typeof said === "string" ? said : JSON.stringify(said);
  return { status, ok: status < 300, headers: new Headers(headers), text: async () => text, json: async () => JSON.parse(text) };
}

function sentIn(body) {
  if (body instanceof FormData) return Object.fromEntries(body);
  return body ? JSON.parse(body) : null;
}

/** Instead of the server: `answer(address, options)` gives {status?, said, headers?}; undefined is a lost connection. */
export function server(answer) {
  const asked = [];
  window.fetch = async (address, options = {}) => {
    asked.push({ address, sent: sentIn(options.body), headers: options.headers });
    const given = await answer(address, options);
    if (given === undefined) throw new TypeError("Failed to fetch");
    return answerOf(given);
  };
  return asked;
}
