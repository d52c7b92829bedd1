import { nearest, passes, sentences, shownFigures } from "../../static/js/builder/list.js";
import { search } from "../../static/js/builder/query.js";
import { equal, test } from "./harness.js";

// tests/teams/test_card_search.py reads the same table
const table = await (await fetch("/tests/js/card-search.json")).json();
const { cards, cases, names } = table;

test("a search finds and tells what it understood, as the server does", () => {
  for (const { typed, slugs, numbers = [], words = [], nowhere = [], unread = [] } of cases) {
    const found = search(typed, cards, names);
    const told = found.numbers.map(({ name, sign, value }) => `${name} ${sign} ${value}`);
    equal([typed, found.slugs, told, found.words, found.nowhere, found.unread], [typed, slugs, numbers, words, nowhere, unread]);
  }
});

const facts = { percedal: { first: true }, "bill-tell": { first: true }, chafer: { first: false }, hairy: { first: false } };
const all = Object.fromEntries(Object.entries(cards).map(([slug, card]) => [slug, { ...card, types: [card.words.type], expansion: card.words.expansion, known: "whole", ...facts[slug] }]));
const fit = new Map(Object.keys(cards).map((slug) => [slug, slug === "bill-tell" ? "banned" : ""]));
const shown = (wanted, whyNots = fit) => shownFigures({ cards: all, names }, whyNots, { q: "", ...wanted }).shown.map(({ slug }) => slug);

test("what fits comes first, then what is known or played, then low levels", () => {
  equal(shown({ sort: "fits" }), ["percedal", "chafer", "hairy", "bill-tell"]);
  equal(shown({ sort: "no such order" }), shown({ sort: "fits" }));
});

test("figures are sorted by each number", () => {
  equal(shown({ sort: "level" }), ["chafer", "bill-tell", "hairy", "percedal"]);
  equal(shown({ sort: "level-high" }), ["hairy", "percedal", "bill-tell", "chafer"]);
  equal(shown({ sort: "hp" }), ["chafer", "percedal", "hairy", "bill-tell"]);
  equal(shown({ sort: "mp" }), ["chafer", "bill-tell", "percedal", "hairy"]);
  equal(shown({ sort: "ap" }), ["percedal", "bill-tell", "chafer", "hairy"]);
  equal(shown({ sort: "initiative" }), ["bill-tell", "chafer", "percedal", "hairy"]);
  equal(shown({ sort: "name" }), ["bill-tell", "chafer", "hairy", "percedal"]);
});

test("figures outside the pool, and on request those that do not fit, are left out", () => {
  equal(shown({ sort: "name" }, new Map([["hairy", ""]])), ["hairy"]);
  equal(shown({ sort: "name", fits: true }), ["chafer", "hairy", "percedal"]);
});

test("the choices beside the search narrow it", () => {
  equal(passes(all.percedal, { level: "3", type: "", expansion: "season 1", known: "whole" }), true);
  for (const other of [{ level: "2" }, { type: "hunter" }, { expansion: "season 2" }, { known: "not" }]) equal([other, passes(all.percedal, other)], [other, false]);
});

test("a misspelt name is told by the names most like it", () => {
  equal(nearest("percedla", cards), ["percedal"]);
  equal(nearest("guilaume tel", cards), ["bill-tell"]);
  equal(nearest("zzz", cards), []);
  equal(nearest("", cards), []);
});

test("the answer says what was understood, found nowhere and not understood", () => {
  const said = { found: "“%(words)s” (%(kinds)s)", quoted: "“%(words)s”", understood: "Searched for: %(terms)s.", nowhere: "No figure has %(terms)s.", unread: "Not understood: %(terms)s." };
  const words = { numbers: { hp: "HP" }, kinds: { name: "name", power: "power", element: "element" }, sentences: said, signs: { ">=": "≥" } };
  equal(sentences(search("hp>=9 fire xyzzy hp>", cards, names), words), {
    understood: "Searched for: HP ≥ 9, “fire” (name, power, element).",
    nowhere: "No figure has “xyzzy”.",
    unread: "Not understood: “hp>”.",
  });
  equal(sentences(search("", cards, names), words), { understood: "", nowhere: "", unread: "" });
});
