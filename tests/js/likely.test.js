import { Likely } from "../../static/js/record/likely.js";
import { equal, page, test } from "./harness.js";

const WALK = { label: "Walk to E7", actions: [{ do: "move", to: "E7" }] };

function shown() {
  localStorage.removeItem("record-likely-off");
  const place = page('<section hidden></section>');
  const wanted = page('<input type="checkbox">');
  const entered = [];
  const likely = new Likely(place, { wanted, onTake: (actions, said, cast) => entered.push([actions, said]) && !cast });
  likely.show({ likely: [WALK] }, true);
  return { place, wanted, entered, likely };
}

test("a tap enters a proposal once", () => {
  const { place, entered } = shown();
  place.querySelector("button").click();
  place.querySelector("button").click();
  equal(entered, [[WALK.actions, "Walk to E7"]]);
});

test("a spell whose outcomes are shown is not entered yet", () => {
  const { place, likely, entered } = shown();
  likely.show({ likely: [{ ...WALK, cast: { spell: "slash" } }] }, true);
  place.querySelector("button").click();
  place.querySelector("button").click();
  equal(entered.length, 2);
});

test("proposals that are switched off stay off on this device", () => {
  const { place, wanted } = shown();
  wanted.checked = false;
  wanted.dispatchEvent(new Event("change"));
  equal([place.hidden, localStorage.getItem("record-likely-off")], [true, "yes"]);
  localStorage.removeItem("record-likely-off");
});

test("without the rules, and on the other player's turn, nothing is proposed", () => {
  const { place, likely } = shown();
  likely.cutOff(true);
  const cut = place.hidden;
  likely.cutOff(false);
  likely.show({ likely: [WALK] }, false);
  equal([cut, place.hidden], [true, true]);
});
