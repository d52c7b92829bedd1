// The list of figures in the builder, searched, filtered and sorted over what the page holds. The server shows the same
// where there are no scripts (teams/builder/picks.py).
import { slug } from "../ui/slug.js";
import { search } from "./query.js";

const MOST_NEAREST = 3;
const field = (id) => document.getElementById(id);
const readJson = (id) => JSON.parse(field(id).textContent);
const filled = (sentence, facts) => Object.entries(facts).reduce((text, [name, fact]) => text.replaceAll(`%(${name})s`, fact), sentence);

const byText = (one, other) => (one > other) - (one < other);
const bySlug = (one, other) => byText(one.slug, other.slug);
const number = (name) => ({ card }) => card.numbers[name]?.[0] ?? 0;
const low = (name) => (one, other) => number(name)(one) - number(name)(other) || bySlug(one, other);
const high = (name) => (one, other) => number(name)(other) - number(name)(one) || bySlug(one, other);
const ORDERS = {
  fits: (one, other) => Boolean(one.whyNot) - Boolean(other.whyNot) || other.card.first - one.card.first || low("level")(one, other),
  name: bySlug,
  level: low("level"),
  "level-high": high("level"),
  initiative: high("initiative"),
  mp: high("mp"),
  hp: high("hp"),
  ap: high("ap"),
  expansion: (one, other) => byText(one.card.expansion, other.card.expansion) || bySlug(one, other),
};

/** Whether a card passes the choices beside the search; an empty choice takes all. */
export const passes = (card, { level, type, expansion, known }) =>
  (!level || card.numbers.level.includes(Number(level))) && (!type || card.types.includes(type)) && (!expansion || card.expansion === expansion) && (!known || card.known === known);

/** What is shown, in order: [{slug, card, whyNot}], with how the search was understood. */
export function shownFigures(data, whyNots, wanted) {
  const found = search(wanted.q, data.cards, data.names);
  const figures = found.slugs.filter((each) => whyNots.has(each)).map((each) => ({ slug: each, card: data.cards[each], whyNot: whyNots.get(each) }));
  const passing = figures.filter(({ card }) => passes(card, wanted));
  const fitting = passing.filter(({ whyNot }) => !whyNot);
  return { shown: (wanted.fits ? fitting : passing).sort(ORDERS[wanted.sort] ?? ORDERS.fits), fitting: fitting.length, found };
}

const pairs = (text) => new Set([...text].slice(1).map((letter, place) => text[place] + letter));

/** The cards with a name most like what was typed. */
export function nearest(typed, cards) {
  const wanted = pairs(slug(typed));
  const likeness = (name) => {
    const own = pairs(slug(name));
    return (2 * [...own].filter((pair) => wanted.has(pair)).length) / (own.size + wanted.size || 1);
  };
  const scored = Object.entries(cards).map(([each, { words }]) => [each, Math.max(...words.name.split(" | ").map(likeness))]);
  return scored.filter(([, score]) => score > 0.5).sort(([, one], [, other]) => other - one).slice(0, MOST_NEAREST).map(([each]) => each);
}

/** How the search was understood, as sentences: teams.cards.catalogue.search.understood. */
export function sentences({ numbers, words, nowhere, unread }, { numbers: named, kinds, sentences: said, signs }) {
  const terms = numbers.map(({ name, sign, value }) => `${named[name]} ${signs[sign] ?? sign} ${value}`);
  terms.push(...words.map(([text, found]) => filled(said.found, { words: text, kinds: found.map((kind) => kinds[kind]).join(", ") })));
  const quoted = (texts) => texts.map((text) => filled(said.quoted, { words: text }));
  const all = { understood: terms, nowhere: quoted(nowhere), unread: quoted(unread) };
  return Object.fromEntries(Object.entries(all).map(([name, parts]) => [name, parts.length ? filled(said[name], { terms: parts.join(", ") }) : ""]));
}

function tellRow(row, whyNot, inTeam) {
  row.classList.toggle("does-not-fit", Boolean(whyNot));
  row.querySelector(".why-not").textContent = whyNot;
  row.querySelector(".in-team").textContent = inTeam;
}

/** Rows are moved only where their order changes, so that the keyboard stays where it is. */
function order(list, rows) {
  const now = [...list.children].filter((row) => !row.hidden);
  if (rows.some((row, place) => row !== now[place])) list.append(...rows);
}

function tellEmpty(data, states, rows, wanted) {
  const empty = !rows.shown.length;
  const likely = empty && wanted.q ? nearest(wanted.q, data.cards) : [];
  if (field("no-pool")) field("no-pool").hidden = !empty || !states.noPool; // not where the rules know no pools
  field("no-match").hidden = !empty || states.noPool;
  field("nearest").hidden = !likely.length;
  const links = likely.map((each) => document.querySelector(`#picks [data-slug="${each}"] .row-name`).cloneNode(true));
  field("nearest-names").replaceChildren(...links.flatMap((link, place) => (place ? [", ", link] : [link])));
}

const FIELDS = ["q", "level", "type", "expansion", "known", "sort"];
let kept = { script: null, data: null }; // of the page that is shown now

function held() {
  const script = field("searched");
  if (script !== kept.script) kept = { script, data: readJson("searched") };
  return kept.data;
}

/** Shows what is wanted now, of the team that is shown now. */
export function showFigures() {
  if (!field("searched") || !field("row-states")) return;
  const [data, states] = [held(), readJson("row-states")];
  const wanted = { ...Object.fromEntries(FIELDS.map((id) => [id, field(id).value])), fits: field("fits").checked };
  const whyNots = new Map(Object.entries(states.reasons).flatMap(([whyNot, slugs]) => slugs.map((each) => [each, whyNot])));
  const rows = shownFigures(data, whyNots, wanted);
  const list = document.querySelector("#picks .picks");
  const bySlugs = new Map([...list.children].map((row) => [row.dataset.slug, row]));
  const shown = rows.shown.map((each) => bySlugs.get(each.slug));
  bySlugs.forEach((row, each) => tellRow(row, whyNots.get(each) ?? "", states.inTeam[each] ?? ""));
  order(list, shown);
  const visible = new Set(shown);
  bySlugs.forEach((row) => (row.hidden = !visible.has(row)));
  list.hidden = !shown.length;
  const count = field("picks-count");
  count.textContent = filled(count.dataset.says, { fitting: rows.fitting, found: shown.length });
  Object.entries(sentences(rows.found, data.says)).forEach(([name, text]) => (document.querySelector(`#understood [data-says=${name}]`).textContent = text));
  tellEmpty(data, states, rows, wanted);
}

/** Takes back all that was looked for; the order stays. */
export function showAllFigures() {
  FIELDS.filter((id) => id !== "sort").forEach((id) => (field(id).value = ""));
  field("fits").checked = false;
  showFigures();
}

export const searchFields = [...FIELDS, "fits"];
