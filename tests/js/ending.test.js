// What is asked before a turn or the game is ended from here.
import { Apart } from "../../static/js/record/apart.js";
import { bar, ending } from "../../static/js/record/controls.js";
import { equal, page, settled, spy, test } from "./harness.js";

const WORDS = { theirDevice: "{player} is here.", endFor: "End for {player}?", waitFor: "Wait", endThem: "End", clockShows: "{time} left.", confirmTime: "Time?", confirmYes: "Yes", putAway: "No", seen: "Close" };

/** A table at which it is Bo's turn, and Ana's device. */
function asked({ answer, joined = ["A", "B"], own = ["A"], turn = () => "B" }) {
  const choose = spy(answer);
  const about = { names: { A: "Ana", B: "Bo" }, words: WORDS };
  const apart = new Apart({ own, ...about, choose });
  apart.show({ joined });
  apart.show({}); // what is played on the device does not say it
  const mayEnd = ending({ apart, table: { state: {}, turnOf: turn }, sheets: { choice: choose }, words: WORDS });
  return { mayEnd, said: () => choose.calls.map(([said]) => said) };
}

test("a turn of who has a device at the table is ended after a question, each time", async () => {
  page("<p></p>");
  for (const [about, may, count] of [[{ answer: false }, false, 2], [{ answer: true }, true, 2], [{ own: ["B"] }, true, 0], [{ own: [] }, true, 0], [{ joined: ["A"] }, true, 0]]) {
    const { mayEnd, said } = asked(about);
    equal([await mayEnd({ do: "end-turn" }), await mayEnd({ do: "end-turn" })], [may, may]);
    equal(said(), Array(count).fill("Bo is here. End for Bo?"));
  }
});

test("a turn that they have ended meanwhile is not followed by another end", async () => {
  const sides = ["B", "A"];
  equal(await asked({ answer: true, turn: () => sides.shift() }).mayEnd({ do: "end-turn" }), false);
});

test("before time is called stand the round's clock and who has a device", async () => {
  for (const [state, expected] of [["running", "34:34 left. Bo is here. Time?"], ["over", "Bo is here. Time?"]]) {
    page(`<div class="strip"><span class="timer" data-state="${state}">34:34</span></div>`);
    const { mayEnd, said } = asked({ answer: false });
    equal([await mayEnd({ do: "time" }), said()], [false, [expected]]);
  }
});

test("a refusal of Undo stands above the open picker of tokens", async () => {
  for (const [hidden, shown, spoken] of [["", 1, 0], ["hidden", 0, 1]]) {
    page(`<div><i data-undo></i><i data-end-turn></i><i data-more></i><i data-more-button></i><i data-more-close></i><i data-rewards ${hidden}></i></div>`);
    const choice = spy();
    const say = spy();
    const link = { queue: {}, takeBack: async () => ({ why: "Not yours" }) };
    bar({ place: (name) => document.querySelector(`[data-${name}]`), link, sheets: { choice }, table: { say }, words: WORDS, names: {} });
    document.querySelector("[data-undo]").click();
    await settled();
    equal([choice.calls.length, say.calls.length], [shown, spoken]);
  }
});
