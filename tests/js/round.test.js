import { filledIn } from "../../static/js/light/parts.js";
import { roundStanding } from "../../static/js/light/round.js";
import { equal, page, test } from "./harness.js";

const START = { turn: "0", player: "", order: "A B C", out: "", holder: "C", active: "", played: "", last: "" };
const turn = (player) => ({ do: "turn", player, mode: "combat" });

const at = (...actions) => { const { next, isDue } = roundStanding(START, actions); return [next, isDue]; };

test("the order goes round, and the holder's Demon comes first", () => {
  equal(at(), ["A", false]);
  equal(at(turn("A"), turn("B")), ["C", true]);
  equal(at(turn("A"), turn("B"), { do: "demon" }), ["C", false]);
  equal(at(turn("A"), turn("B"), { do: "demon" }, turn("C"), turn("A")), ["B", true]);
});

test("an inactive token is turned and passed, an active one kept", () => {
  const once = roundStanding(START, [turn("A"), turn("B"), { do: "demon" }]);
  equal([once.holder, once.active], ["B", true]);
  const twice = roundStanding({ ...START, holder: "B", active: "yes" }, [turn("A"), { do: "demon" }]);
  equal([twice.holder, twice.active], ["B", false]);
});

test("who concedes has no more turns and gives the token on", () => {
  const { next, holder } = roundStanding({ ...START, turn: "2", player: "B", last: "B" }, [{ do: "concede", player: "C" }]);
  equal([next, holder], ["A", "B"]);
});

test("a Demon player acts after each round", () => {
  const data = { ...START, holder: "" };
  equal(roundStanding(data, [turn("A"), turn("B")]).isDue, false);
  equal(roundStanding(data, [turn("A"), turn("B"), turn("C")]).isDue, true);
});

test("lists, ticks and numbers of a form belong to its entry", () => {
  const form = page('<form><select name="events" data-list><option value="trees" selected></option></select><select name="events" data-list><option value="" selected></option></select><input type="checkbox" name="mobs" data-flag checked><input name="kamas" data-number value="7"></form>');
  equal(filledIn(form), { events: ["trees"], mobs: true, kamas: 7 });
});

test("how many of each thing, one that is named, and ticks that may be none", () => {
  const form = page(`<form><input name="sold.wood" value="2" data-table><input name="sold.iron" value="" data-table>
    <input name="bought." value="Boots" data-table><input name="with" value="B" data-text><input name="item" value="" data-text>
    <input type="checkbox" name="marked" value="A" data-some></form>`);
  equal(filledIn(form), { sold: { wood: 2 }, bought: { Boots: 1 }, with: "B" });
});

test("a die belongs to its own entry, and who takes what is named", () => {
  const form = page(`<form><select name="wisdom" data-text data-of="personal"><option value="dofus" selected></option></select>
    <select name="value" data-digit data-of="path"><option value="2" selected></option></select>
    <select name="took.A" data-named><option value="horn" selected></option></select><select name="took.C" data-named><option value=""></option></select></form>`);
  equal(filledIn(form, "personal"), { took: { A: "horn" }, wisdom: "dofus" });
  equal(filledIn(form, "path"), { value: 2, took: { A: "horn" } });
  equal(filledIn(form, "kill"), { took: { A: "horn" } });
});
