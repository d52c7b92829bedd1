import { countdowns } from "../../static/js/ui/countdown.js";
import { learnServerTime } from "../../static/js/ui/server-time.js";
import { equal, page, pass, test, waits } from "./harness.js";

const clock = (attributes) => {
  learnServerTime(Date.now());
  const element = page(`<span class="timer" ${attributes}></span>`);
  countdowns(document);
  return element;
};
const shows = (element, text, state) => equal([element.textContent, element.dataset.state], [text, state]);

test("counts down second by second", async () => {
  const timer = clock('data-ends-at="2026-03-07T12:50:00Z"');
  shows(timer, "50:00", "running");
  await pass(1000);
  shows(timer, "49:59", "running");
  await pass(61000);
  shows(timer, "48:58", "running");
});

test("shows hours where there are some", () => {
  shows(clock('data-ends-at="2026-03-07T13:02:03Z"'), "1:02:03", "running");
});

test("says that the end is near for the last five minutes", async () => {
  const timer = clock('data-ends-at="2026-03-07T12:05:00Z"');
  shows(timer, "5:00", "running");
  await pass(1000);
  shows(timer, "4:59", "ending");
});

test("goes on below zero when the time is over", async () => {
  const timer = clock('data-ends-at="2026-03-07T12:00:02Z"');
  await pass(2000);
  shows(timer, "0:00", "ending");
  await pass(63000);
  shows(timer, "−1:03", "over");
});

test("a label says overtime in place of the minus", async () => {
  const label = page('<p><span data-over="Overtime">Time left</span><span data-ends-at="2026-03-07T12:00:02Z"></span></p>').firstElementChild;
  learnServerTime(Date.now());
  countdowns(document);
  const told = () => [label.textContent, label.nextElementSibling.textContent];
  equal(told(), ["Time left", "0:02"]);
  await pass(65000);
  equal(told(), ["Overtime", "1:03"]);
});

test("stands still while it is paused", async () => {
  const timer = clock('data-ends-at="2026-03-07T12:50:00Z" data-paused="90"');
  shows(timer, "1:30", "ending");
  await pass(60000);
  shows(timer, "1:30", "ending");
  equal(waits(), []);
});

test("stops when it was taken off the page", async () => {
  const timer = clock('data-ends-at="2026-03-07T12:50:00Z"');
  timer.remove();
  await pass(1000);
  const last = timer.textContent;
  await pass(5000);
  equal(timer.textContent, last);
});

test("an extended clock that replaces it counts from its new end", async () => {
  clock('data-ends-at="2026-03-07T12:50:00Z"');
  await pass(60000);
  const timer = clock('data-ends-at="2026-03-07T13:05:00Z"');
  shows(timer, "1:04:00", "running");
});
