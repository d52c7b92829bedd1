import { Drawing } from "../../static/js/light/drawing.js";
import { Kept } from "../../static/js/light/kept.js";
import { standing } from "../../static/js/light/standing.js";
import { equal, page, test } from "./harness.js";

const begun = { turn: "3", player: "A" };

test("the server's turn stands while nothing waits", () => {
  equal(standing(begun, []), { hasBegun: true, player: "A", next: "B", fallen: [], isOver: false });
  equal(standing({ turn: "0", player: "B" }, []), { hasBegun: false, player: "B", next: "B", fallen: [], isOver: false });
});

test("a turn that waits is whose turn it is", () => {
  const { player, next } = standing(begun, [{ do: "turn", player: "B" }, { do: "kamas", kamas: { B: 2 } }]);
  equal([player, next], ["B", "A"]);
});

test("the first entry begins the first turn", () => {
  const { hasBegun, player, next } = standing({ turn: "0", player: "B" }, [{ do: "kamas", kamas: { B: 1 } }]);
  equal([hasBegun, player, next], [true, "B", "A"]);
});

test("figures that are KO'd and a game that ended wait, too", () => {
  const { fallen, isOver } = standing(begun, [{ do: "ko", unit: "b1" }, { do: "concede", player: "B" }]);
  equal([fallen, isOver], [["b1"], true]);
});

const WORDS = { startTurn: "Start {name}'s turn", turnOf: "Turn of {name}", gameOver: "The game is over" };
const entry = (more, text = "", value = "{}") => `<button name="entry" value='${value}' ${more}>${text}</button>`;
const TABLE = `<section><p class="light-turn">Ana goes first <span>wild GG</span></p>${entry('data-ko="a1"')}${entry('data-ko="b1"')}${entry("disabled")}
  ${entry('data-kamas="2"')}${entry("data-next-turn", "Start the fight")}<button name="undo"></button></section>`;

function drawn() {
  const table = page(TABLE);
  const drawing = new Drawing(table, { words: WORDS, names: { A: "Ana", B: "Bo" } });
  const draw = (...actions) => drawing.draw(standing({ turn: "0", player: "A" }, actions), actions.length);
  return { table, drawing, draw };
}

const shown = (table) => [table.querySelector("p").textContent, table.querySelector("[data-next-turn]").textContent];
const disabled = (table) => [...table.querySelectorAll("button")].map((button) => Number(button.disabled)).join("");

test("a KO and the end of the game shut buttons while they wait", () => {
  const { table, draw } = drawn();
  draw({ do: "ko", unit: "b1" });
  equal([disabled(table), ...shown(table)], ["011000", "Turn of Ana", "Start Bo's turn"]);
  draw({ do: "ko", unit: "b1" }, { do: "concede", player: "A" });
  equal([disabled(table), shown(table)[0]], ["111110", "The game is over"]);
});

test("what no longer waits leaves the server's table as it was", () => {
  const { table, draw } = drawn();
  draw();
  const before = table.innerHTML;
  for (const action of [{ do: "ko", unit: "b1" }, { do: "concede", player: "A" }, { do: "time" }, { do: "turn", player: "B" }]) {
    draw({ do: "turn", player: "A" }, action);
    draw();
    equal(table.innerHTML, before);
  }
});

test("what is taken back of several leaves the others drawn", () => {
  const { table, draw } = drawn();
  draw({ do: "ko", unit: "b1" }, { do: "time" });
  draw({ do: "ko", unit: "b1" });
  equal([disabled(table), shown(table)[0]], ["011000", "Turn of Ana"]);
});

test("a table that has come anew is what the buttons go back to", () => {
  const { table, drawing, draw } = drawn();
  draw({ do: "time" });
  table.innerHTML = `<p class="light-turn">Turn 2: Bo</p>${entry('data-ko="a1"')}${entry("data-next-turn", "Start Ana's turn")}`;
  drawing.remember();
  draw({ do: "time" });
  draw();
  equal([disabled(table), table.querySelector("p").textContent], ["00", "Turn 2: Bo"]);
});

test("the table that came last is shown again, and no other", () => {
  const kept = new Kept({ key: "recording-1", plan: "/plan/", person: "7" });
  kept.keep({ version: 4, closed: false, actions: 3, page: "<p>3</p>" });
  equal(kept.latest({ version: 2 }).page, "<p>3</p>");
  equal(kept.latest({ version: 4 }), { version: 4 });
  equal(new Kept({ key: "recording-1", plan: "/plan/", person: "8" }).latest({ version: 2 }), { version: 2 });
  kept.keep({ version: 5, closed: true, actions: 4, page: "<p>4</p>" });
  equal(kept.latest({ version: 2 }), { version: 2 });
});
