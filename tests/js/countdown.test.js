import { countdowns } from "../../static/js/ui/countdown.js";
import { equal, page, pass, test, waits } from "./harness.js";

const NOON = "2026-03-07T12:00:00Z";
const clock = (attributes) => {
  const element = page(`<span class="timer" ${attributes}></span>`);
  countdowns(document);
  return element;
};
const shows = (element, text, state) => equal([element.textContent, element.dataset.state], [text, state]);

test("counts down second by second", async () => {
  const timer = clock(`data-ends-at="2026-03-07T12:50:00Z" data-now="${NOON}"`);
  shows(timer, "50:00", "running");
  await pass(1000);
  shows(timer, "49:59", "running");
  await pass(61000);
  shows(timer, "48:58", "running");
});

test("shows hours where there are some", () => {
  shows(clock(`data-ends-at="2026-03-07T13:02:03Z" data-now="${NOON}"`), "1:02:03", "running");
});

test("says that the end is near for the last five minutes", async () => {
  const timer = clock(`data-ends-at="2026-03-07T12:05:00Z" data-now="${NOON}"`);
  shows(timer, "5:00", "running");
  await pass(1000);
  shows(timer, "4:59", "ending");
});

test("goes on below zero when the time is over", async () => {
  const timer = clock(`data-ends-at="2026-03-07T12:00:02Z" data-now="${NOON}"`);
  await pass(2000);
  shows(timer, "0:00", "ending");
  await pass(63000);
  shows(timer, "−1:03", "over");
});

test("a label says overtime in place of the minus", async () => {
  const label = page(`<p><span data-over="Overtime">Time left</span><span data-ends-at="2026-03-07T12:00:02Z" data-now="${NOON}"></span></p>`).firstElementChild;
  countdowns(document);
  const told = () => [label.textContent, label.nextElementSibling.textContent];
  equal(told(), ["Time left", "0:02"]);
  await pass(65000);
  equal(told(), ["Overtime", "1:03"]);
});

test("follows the server where this device's clock is ahead", () => {
  shows(clock(`data-ends-at="2026-03-07T12:00:00Z" data-now="2026-03-07T11:50:00Z"`), "10:00", "running");
});

test("follows the server where this device's clock is behind", () => {
  shows(clock(`data-ends-at="2026-03-07T13:00:00Z" data-now="2026-03-07T12:40:00Z"`), "20:00", "running");
});

test("stands still while it is paused", async () => {
  const timer = clock(`data-ends-at="2026-03-07T12:50:00Z" data-paused="90"`);
  shows(timer, "1:30", "ending");
  await pass(60000);
  shows(timer, "1:30", "ending");
  equal(waits(), []);
});

test("stops when it was taken off the page", async () => {
  const timer = clock(`data-ends-at="2026-03-07T12:50:00Z" data-now="${NOON}"`);
  timer.remove();
  await pass(1000);
  const last = timer.textContent;
  await pass(5000);
  equal(timer.textContent, last);
});

test("an extended clock that replaces it counts from its new end", async () => {
  clock(`data-ends-at="2026-03-07T12:50:00Z" data-now="${NOON}"`);
  await pass(60000);
  const timer = clock(`data-ends-at="2026-03-07T13:05:00Z" data-now="2026-03-07T12:01:00Z"`);
  shows(timer, "1:04:00", "running");
});
