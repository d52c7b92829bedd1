// The clock of this device stands at 12:00 UTC and is wrong by `site.ahead`: what pages say of time goes by the server's.
import { changes, live } from "../../static/js/live.js";
import { countdowns } from "../../static/js/ui/countdown.js";
import { equal, pass, settled, test } from "./harness.js";
import { beats, breaks, fetched, onScreen, opened, questions, says, section, site, streams } from "./streams.js";

const MINUTES = 60000;
const at = (minutes) => new Date(Date.parse("2026-03-07T12:00:00Z") + minutes * MINUTES).toISOString();
const TIMER = `<span data-over="Overtime">Time left</span><span data-ends-at="${at(50)}">Ends at 12:50</span>`;
const left = () => document.querySelector("[data-ends-at]").textContent;

async function clock() {
  await opened(section("one", "/a/", "1", TIMER));
  countdowns(document);
}

async function ending(minutes) {
  await opened(section("one", "/a/", "1", `<span data-changes-at="${at(minutes)}"></span>`));
  changes(document);
}

test("the page says when the round ends until the stream speaks", async () => {
  site.ahead = -3 * MINUTES;
  await clock();
  equal(left(), "Ends at 12:50");
  says({ versions: { one: 1 } });
  await pass(1000);
  equal(left(), "52:59");
});

test("a clock goes by the answers where no stream speaks", async () => {
  site.ahead = 3 * MINUTES;
  await clock();
  await pass(2000);
  equal(left(), "46:58");
});

test("overtime that only the device believes in is taken back", async () => {
  site.ahead = -51 * MINUTES;
  await clock();
  await pass(50 * MINUTES + 1000);
  equal([document.querySelector("[data-over]").textContent, questions() > 0], ["Time left", true]);
});

test("an answer that takes its time moves no clock that is right", async () => {
  await clock();
  site.ahead = -1400;
  await pass(1400);
  says({ versions: { one: 1 } });
  await pass(600);
  equal(left(), "49:58");
});

test("a heartbeat shows a device that was set back", async () => {
  await clock();
  says({ versions: { one: 1 } });
  site.ahead = 3 * MINUTES;
  beats();
  await pass(1000);
  equal([left(), questions()], ["46:59", 0]);
});

test("heartbeats from before a laptop slept are not believed", async () => {
  await clock();
  says({ versions: { one: 1 } });
  beats(Date.now() - 60 * MINUTES);
  beats(Date.now() - 59 * MINUTES);
  await pass(1000);
  equal([left(), questions()], ["49:59", 1]);
});

test("a device that was set forward is found out", async () => {
  await clock();
  says({ versions: { one: 1 } });
  site.ahead = -3 * MINUTES;
  beats();
  await settled();
  await pass(1000);
  equal([left(), questions()], ["52:59", 1]);
});

test("a stream that reconnects tells the time again", async () => {
  await clock();
  says({ versions: { one: 1 } });
  site.ahead = 3 * MINUTES;
  breaks();
  await pass(2000);
  says({ versions: { one: 1 } });
  await pass(1000);
  equal([left(), streams.length], ["46:57", 2]);
});

test("a clock on a page without topics asks for the time alone", async () => {
  site.ahead = 3 * MINUTES;
  await opened(TIMER);
  countdowns(document);
  await pass(1000);
  equal([left(), streams.length, questions()], ["46:59", 0, 1]);
  onScreen(true);
  onScreen(false);
  await settled();
  equal(questions(), 2);
});

test("what ends by itself is fetched at that instant of the server", async () => {
  site.ahead = 3 * MINUTES;
  await ending(4);
  says({ versions: { one: 1 } });
  await pass(MINUTES - 1);
  equal(fetched(), []);
  await pass(1301);
  equal(fetched(), ["/a/"]);
});

test("a device's clock alone fetches nothing", async () => {
  site.versions = undefined;
  await ending(-1);
  await pass(10000);
  equal(fetched(), []);
  site.versions = { one: 1 };
  await pass(3000);
  equal(fetched(), ["/a/"]);
});

test("an instant that passed before the page came is fetched at once", async () => {
  await ending(-1);
  says({ versions: { one: 1 } });
  await pass(1300);
  equal(fetched(), ["/a/"]);
});

test("what the server does not yet call over is asked for rarely", async () => {
  site.fragment = () => ({ said: `<span data-changes-at="${at(-1)}"></span>` });
  await ending(-1);
  says({ versions: { one: 1 } });
  await pass(MINUTES);
  equal(fetched().length, 12);
});

test("an end that is months away is not taken for now", async () => {
  await ending(6 * 30 * 24 * 60);
  says({ versions: { one: 1 } });
  await pass(MINUTES);
  equal(fetched(), []);
});

test("an end that comes with a piece is looked for too", async () => {
  await opened(section("one", "/a/", "1"));
  says({ versions: { one: 1 } });
  document.querySelector("section").innerHTML = `<span data-changes-at="${at(1)}"></span>`;
  changes(document.querySelector("span"));
  live();
  await pass(MINUTES + 1300);
  equal(fetched(), ["/a/"]);
});

test("an end during somebody's choice is fetched once they have chosen", async () => {
  await ending(-1);
  says({ versions: { one: 1 } });
  document.querySelector("section").insertAdjacentHTML("beforeend", "<div data-holds></div>");
  await pass(MINUTES);
  equal(fetched(), []);
  document.querySelector("[data-holds]").remove();
  await pass(4000);
  equal(fetched(), ["/a/"]);
});
