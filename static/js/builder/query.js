// The search of cards in the page of the builder, as teams/cards/catalogue/query.py reads it: words and numbers, as
// "fire lock" or "hp>9 spell:jump". `names` holds the words for numbers and kinds; tests/js/card-search.json holds both together.
import { slug } from "../ui/slug.js";

const PIECE = /[^\s",;]*"[^"]*"?|[^\s",;]+/g;
const SIGN = /\s*(>=|<=|=|>|<|:)\s*/g;
const COMPARED = /^([^<>=:]*)(>=|<=|=|>|<|:)(.*)$/;
const NUMBER = /^([0-9]{1,3})(?:-([0-9]{1,3}))?$/;
const MOST = 999;
const BOUNDS = {
  "=": (least, most) => [least, most],
  ">": (least) => [least + 1, MOST],
  ">=": (least) => [least, MOST],
  "<": (least) => [0, least - 1],
  "<=": (least) => [0, least],
};
const plain = (text) => slug(text).replaceAll("-", " ");
const isNamed = (names, name) => Object.hasOwn(names, name);

/** "hp > 9" and "level 2" are one piece, and so is what stands in quotation marks. */
function pieces(typed, numbers) {
  const joined = [];
  for (const piece of typed.replaceAll("≥", ">=").replaceAll("≤", "<=").replaceAll(SIGN, "$1").match(PIECE) ?? []) {
    if (joined.length && isNamed(numbers, slug(joined.at(-1))) && NUMBER.test(piece)) joined.push(`${joined.pop()}=${piece}`);
    else joined.push(piece);
  }
  return joined;
}

/** {number}, {words} or {unread}, which means nothing. */
function term(piece, names) {
  const compared = COMPARED.exec(piece);
  if (!compared) return { words: { text: plain(piece), kind: "" } };
  const [name, sign, value] = [slug(compared[1]), compared[2].replace(":", "="), compared[3]];
  const number = NUMBER.exec(value);
  if (number && isNamed(names.numbers, name) && (sign === "=" || !number[2])) {
    const [least, most] = BOUNDS[sign](Number(number[1]), Number(number[2] ?? number[1]));
    return { number: { name: names.numbers[name], sign, value, least, most } };
  }
  if (sign === "=" && isNamed(names.kinds, name) && plain(value)) return { words: { text: plain(value), kind: names.kinds[name] } };
  return { unread: piece };
}

const fits = ({ name, least, most }, card) => (card.numbers[name] ?? []).some((number) => least <= number && number <= most);

/** The kinds of a card's words in which it is found: where a word begins with it, or anywhere. */
function kindsOf({ text, kind }, card, inside) {
  const wanted = inside ? text : ` ${text}`;
  return Object.keys(card.words).filter((each) => (!kind || kind === each) && ` ${card.words[each]}`.includes(wanted));
}

/** A word is found inside others only where none begins with it. */
function found(words, cards) {
  for (const inside of [false, true]) {
    const kinds = Object.entries(cards).map(([name, card]) => [name, kindsOf(words, card, inside)]);
    const having = kinds.filter(([, each]) => each.length);
    if (having.length) return new Map(having);
  }
  return new Map();
}

/** The cards that have all that was typed, and how it was understood. */
export function search(typed, cards, names) {
  const terms = pieces(typed, names.numbers).map((piece) => term(piece, names));
  const numbers = terms.flatMap(({ number }) => number ?? []);
  let slugs = Object.keys(cards).filter((name) => numbers.every((number) => fits(number, cards[name])));
  const inOrder = [...new Set(Object.values(names.kinds))];
  const words = [];
  const nowhere = [];
  for (const each of terms.flatMap((read) => (read.words?.text ? [read.words] : []))) {
    const having = found(each, cards);
    const kinds = new Set([...having.values()].flat());
    slugs = slugs.filter((name) => having.has(name));
    if (having.size) words.push([each.text, inOrder.filter((kind) => kinds.has(kind))]);
    else nowhere.push(each.text);
  }
  return { slugs, numbers, words, nowhere, unread: terms.flatMap(({ unread }) => unread ?? []) };
}
