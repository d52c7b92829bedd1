// The card of a figure with its gauges, as a long press shows it.
import { portraitPicture } from "../board/portraits.js";
import { fill, html } from "../board/svg.js";
import { whereIs } from "../board/words.js";

const pair = (label, value) => [html("dt", {}, label), html("dd", {}, String(value))];

const of = (left, all) => `${left ?? "–"}${all ? `/${all}` : ""}`;

export const spellLine = ({ name, cost, reach }) => html("li", {}, html("strong", {}, name), " ", html("span", { class: "soft" }, [cost, reach].filter(Boolean).join(" · ")));

function gauges(unit, card, words) {
  const { mp, ap, initiative } = card ?? {};
  const known = [
    unit.hp ? pair(words.HP, of(unit.hp - unit.injuries, unit.hp)) : [],
    pair(words.MP, of(unit.mp, mp)),
    pair(words.AP, of(unit.ap, ap)),
    unit.level ? pair(words.level, unit.level) : [],
    initiative ? pair(words.initiative, initiative) : [],
  ];
  return html("dl", { class: "card-gauges" }, ...known.flat());
}

/** The club's own picture; where it does not load, the drawing. */
function pictureOf(unit, card) {
  if (!card?.picture) return portraitPicture(unit);
  const image = html("img", { ...card.picture, class: "portrait-picture club-image", width: "56", height: "56" });
  image.addEventListener("error", () => image.replaceWith(portraitPicture(unit)), { once: true });
  return image;
}

/** `card`: what is printed on it, where the site knows it; `away` closes it. */
export function cardOf(unit, card, position, words, away) {
  const rewards = unit.rewards.map(({ name, up }) => html("li", { class: up ? "reward" : "reward reward-down" }, up ? name : words.faceDown));
  return html("div", { class: "figure-card" },
    html("p", { class: "hand-title" }, pictureOf(unit, card), html("span", {}, `${unit.name} `, html("span", { class: "soft" }, whereIs(unit, position, words))), away),
    gauges(unit, card, words),
    unit.markers.length ? html("p", { class: "flush" }, unit.markers.join(" · ")) : null,
    rewards.length ? html("ul", { class: "plain-list small" }, ...rewards) : null,
    card?.powers.length ? html("p", { class: "small flush" }, fill(words.powers, { powers: card.powers.join(", ") })) : null,
    card ? html("ul", { class: "plain-list small" }, ...card.spells.map(spellLine)) : html("p", { class: "small soft" }, words.cardUnknown));
}
