import { standing } from "../../static/js/light/standing.js";
import { equal, test } from "./harness.js";

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
