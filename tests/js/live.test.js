import { live } from "../../static/js/live.js";
import { equal, pass, settled, test, waits } from "./harness.js";
import { beats, breaks, fetched, notice, onScreen, open, opened, questions, says, section, site, stream, streams, swapped } from "./streams.js";

test("one stream asks for every topic once", async () => {
  await opened(section("event:1:pairings event:1:clock", "/a/", "1 1"), section("event:1:clock", "/b/", "1"));
  equal([open(), stream().address], [1, "/live?topic=event%3A1%3Apairings&topic=event%3A1%3Aclock"]);
});

test("very many pages spread over longer", async () => {
  await opened(section("one", "/a/", "3"));
  says({ topic: "one", version: 4, listeners: 1000 });
  await pass(7999);
  equal(fetched(), []);
  await pass(1);
  equal(fetched(), ["/a/"]);
});

test("a new version fetches the sections of its topic after some jitter", async () => {
  await opened(section("one", "/a/", "3"), section("two", "/b/", "3"));
  says({ topic: "one", version: 4 });
  await pass(649);
  equal(fetched(), []);
  await pass(1);
  equal([fetched(), swapped], [["/a/"], ["<p>new</p>"]]);
});

test("a version that the page shows already fetches nothing", async () => {
  await opened(section("one", "/a/", "3"));
  says({ versions: { one: 3 } });
  await pass(2000);
  equal(fetched(), []);
});

test("a section of several topics follows each of them", async () => {
  await opened(section("one two", "/a/", "3 8"));
  says({ versions: { one: 3, two: 9 } });
  await pass(650);
  equal(fetched(), ["/a/"]);
});

test("several hints at once fetch a section once", async () => {
  await opened(section("one two", "/a/", "1 1"));
  says({ topic: "one", version: 2 });
  says({ topic: "two", version: 2 });
  says({ topic: "one", version: 3 });
  await pass(2000);
  equal(fetched(), ["/a/"]);
});

test("a section that does not say its version is fetched to be sure", async () => {
  await opened(section("one", "/a/", ""));
  await pass(650);
  equal(fetched(), ["/a/"]);
});

test("a page without sections holds no stream", async () => {
  await opened();
  equal(streams.length, 0);
});

test("until the stream speaks the page asks by itself", async () => {
  site.versions = { one: 2 };
  await opened(section("one", "/a/", "1"));
  await pass(1500);
  equal([questions(), fetched()], [1, ["/a/"]]);
});

test("a stream that speaks ends the asking", async () => {
  await opened(section("one", "/a/", "1"));
  says({ versions: { one: 1 } });
  await pass(60000);
  equal([questions(), streams.length], [0, 1]);
});

test("a stream that fails is tried again ever more rarely", async () => {
  await opened(section("one", "/a/", "1"));
  for (const wait of [2000, 4000, 8000, 16000, 16000]) {
    const before = streams.length;
    breaks();
    await pass(wait - 1);
    equal(streams.length, before);
    await pass(1);
    equal([streams.length, open()], [before + 1, 1]);
  }
});

test("a stream that spoke before it broke is tried again soon", async () => {
  await opened(section("one", "/a/", "1"));
  await pass(30000);
  says({ versions: { one: 1 } });
  const before = streams.length;
  breaks();
  await pass(2000);
  equal(streams.length, before + 1);
});

test("a hidden tab holds no stream and asks nothing", async () => {
  await opened(section("one", "/a/", "1"));
  onScreen(true);
  await pass(60000);
  equal([open(), questions()], [0, 0]);
});

test("a tab that comes back has a stream and learns what it missed", async () => {
  await opened(section("one", "/a/", "1"));
  onScreen(true);
  onScreen(false);
  says({ versions: { one: 5 } });
  await pass(650);
  equal([open(), fetched()], [1, ["/a/"]]);
});

test("a page that is left closes its stream", async () => {
  await opened(section("one", "/a/", "1"));
  window.dispatchEvent(new Event("pagehide"));
  equal([open(), waits().filter((wait) => wait < 5000)], [0, []]);
});

test("a section in which somebody types waits until they are done", async () => {
  await opened(section("one", "/a/", "1"));
  document.querySelector("input").focus();
  says({ topic: "one", version: 2 });
  await pass(5000);
  equal(fetched(), []);
  document.querySelector("input").blur();
  await pass(650);
  equal(fetched(), ["/a/"]);
});

test("a section that cannot be fetched is marked and asked for again", async () => {
  site.fragment = () => undefined;
  await opened(section("one", "/a/", "1"));
  says({ topic: "one", version: 2 });
  await pass(650);
  const shown = document.querySelector("section");
  equal(shown.classList.contains("is-stale"), true);
  site.fragment = () => ({ said: "back" });
  await pass(5649);
  equal([fetched().length, swapped], [1, []]);
  await pass(1);
  equal([shown.classList.contains("is-stale"), swapped], [false, ["back"]]);
});

test("a redirect to sign in does not replace a section", async () => {
  site.fragment = () => ({ said: "Sign in", headers: { "HX-Redirect": "/accounts/login/" } });
  await opened(section("one", "/a/", "1"));
  says({ topic: "one", version: 2 });
  await pass(650);
  equal([swapped, document.querySelector("section").classList.contains("is-stale")], [[], true]);
});

test("an answer that a newer request overtook is dropped", async () => {
  const answers = [];
  site.fragment = () => new Promise((resolve) => answers.push(resolve));
  await opened(section("one", "/a/", "1"));
  for (const version of [2, 3]) {
    says({ topic: "one", version });
    await pass(650);
  }
  answers[1]({ said: "third" });
  await settled();
  answers[0]({ said: "second" });
  await settled();
  equal(swapped, ["third"]);
});

test("a section that did not change is not drawn again", async () => {
  await opened(section("one", "/a/", "1"));
  for (const version of [2, 3]) {
    says({ topic: "one", version });
    await pass(650);
  }
  equal([fetched().length, swapped.length], [2, 1]);
});

test("after thirty seconds without news the page says so", async () => {
  site.versions = undefined;
  await opened(section("one", "/a/", "1"));
  breaks();
  await pass(30000);
  equal(notice(), "");
  await pass(5000);
  equal(notice(), "May be old.");
  beats();
  equal(notice(), "");
});

test("a page without connection says so at once", async () => {
  await opened(section("one", "/a/", "1"));
  navigator.onLine = false;
  window.dispatchEvent(new Event("offline"));
  equal(notice(), "Offline.");
  navigator.onLine = true;
  window.dispatchEvent(new Event("online"));
  equal([notice(), open()], ["", 1]);
});

test("new sections on the page get a new stream", async () => {
  await opened(section("one", "/a/", "1"));
  document.querySelector("main").append(document.createElement("hr"));
  live();
  equal(streams.length, 1);
  document.querySelector("section").dataset.live = "one two";
  live();
  equal([open(), stream().address], [1, "/live?topic=one&topic=two"]);
});

test("a section in which somebody chooses waits until they have chosen", async () => {
  await opened(section("event:1:a", "/a/", 1));
  const here = document.querySelector("section");
  here.insertAdjacentHTML("beforeend", "<div data-holds></div>");
  says({ topic: "event:1:a", version: 2 });
  await pass(5000);
  equal(fetched(), []);
  here.querySelector("[data-holds]").remove();
  await pass(4000);
  equal(fetched(), ["/a/"]);
});

test("rows beside an open choice say at once that they are over", async () => {
  await opened(section("event:1:a", "/a/", 1));
  const here = document.querySelector("section");
  here.innerHTML = '<p data-count>2 missing</p><ul data-settles><li id="m1"></li><li id="m2"><div data-holds></div></li></ul>';
  const [first, chosen] = here.querySelectorAll("li");
  site.fragment = () => ({ said: '<p data-count>1 missing</p><ul data-settles><li id="m2"></li></ul>' });
  says({ topic: "event:1:a", version: 2 });
  await pass(9000);
  equal([first.inert, chosen.inert, here.querySelector("[data-count]").textContent], [true, false, "1 missing"]);
  equal([fetched(), swapped], [["/a/"], []]);
  here.querySelector("[data-holds]").remove();
  await pass(4000);
  equal([fetched().length, swapped.length], [2, 1]);
});

test("a form that is drawn around does not hold its section while somebody types", async () => {
  await opened(section("one", "/a/", "1"));
  document.querySelector("section").insertAdjacentHTML("beforeend", "<details open data-keeps><textarea></textarea></details>");
  document.querySelector("textarea").focus();
  says({ topic: "one", version: 2 });
  await pass(650);
  equal(fetched(), ["/a/"]);
});

test("what one's own step changes comes at once", async () => {
  await opened(section("one", "/a/", "3"));
  const form = Object.assign(document.createElement("form"), { method: "post" });
  form.addEventListener("submit", (event) => event.preventDefault());
  document.body.append(form);
  form.requestSubmit();
  form.remove();
  says({ topic: "one", version: 4 });
  await pass(1);
  equal(fetched(), ["/a/"]);
});
