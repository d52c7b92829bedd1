// What is asked in between: dice, choices, the order of effects, a refusal with its article, a conflict.
import { fill, html } from "../board/svg.js";
import { askDice } from "./dice.js";
import { fitInOneGrid, outcomeGrid, outcomeRows } from "./outcomes.js";
import { layOut, putAway } from "./sheet.js";

const CELL = /^[A-Z]([1-9]|1\d|2[0-6])$/;

/** Sets what stands at the path ["armour", "b1"] of an action, making room on the way. */
export function put(action, path, value) {
  path.slice(0, -1).reduce((place, key, i) => (place[key] ??= Number.isInteger(path[i + 1]) ? [] : {}), action)[path.at(-1)] = value;
}

const conflictSide = (title, ...inside) => html("section", { class: "conflict-side" }, html("h3", { class: "card-title" }, title), ...inside);

const listOf = (lines) => html("ul", { class: "plain-list flush" }, ...lines.map((line) => html("li", {}, line)));

/** One of these, or the question is put away. */
const oneOf = (sheets, title, labelled) => sheets.choice(title, [...labelled.map(([label, value]) => [label, value, ""]), [sheets.words.putAway, null, "button-quiet"]]);

const OF_BLAST = {
  facing: (sheets, { options }) => oneOf(sheets, sheets.words.facing, options.map((side) => [sheets.words[side], side])),
  said: (sheets, { title, options }) => oneOf(sheets, title, options),
  async die(sheets, question) {
    const dice = await askDice(sheets.place, { ...question, unit: sheets.unitName(question.unit) }, sheets.words, sheets.icons);
    return dice && dice[0]; // it stands in its field alone
  },
};

export class Sheets {
  constructor(place, { words, names = {}, icons, unitName, wantsFaces = () => true, cells = null }) {
    Object.assign(this, { place, words, names, icons, unitName, wantsFaces, cells });
  }

  /** Fills in one answer after the other; null when somebody put the question away, "other" for another way to walk. */
  async ask(questions, action, { other = null } = {}) {
    const rolls = this.wantsFaces() ? [] : questions.filter(({ kind, roll }) => kind === "dice" && roll !== "tension");
    if (!rolls.length) return this.each(questions, structuredClone(action));
    const won = await this.outcomes(rolls, other);
    if (won === null || won === "other") return won;
    if (won === "faces") return this.each(questions, structuredClone(action));
    const filled = structuredClone(action);
    rolls.forEach(({ path }, i) => put(filled, path, { successes: won[i] }));
    return this.each(questions.filter((question) => !rolls.includes(question)), filled);
  }

  async each(questions, filled) {
    for (const question of questions) {
      const answer = await this.one(question);
      if (answer === null) return null;
      if (question.kind === "may" && !answer) filled.declined = [...(filled.declined ?? []), question.option];
      else if (question.kind === "keep") put(filled, answer ? question.path : question.again, answer || []);
      else put(filled, question.path, answer);
    }
    return filled;
  }

  /** How many dice count, for all rolls that are asked for at once. */
  outcomes(rolls, other) {
    const { words } = this;
    const titled = rolls.map((roll) => ({ ...roll, title: fill(words[`roll_${roll.roll}`] ?? words.roll, { unit: this.unitName(roll.unit), n: roll.count }) }));
    return new Promise((resolve) => {
      const finish = (answer) => {
        putAway(this.place);
        resolve(answer);
      };
      const grid = fitInOneGrid(rolls) ? outcomeGrid(titled, { words, onPick: finish }) : outcomeRows(titled, { words, onPick: finish });
      const ways = [[words.enterFaces, "faces"], ...(other ? [[other, "other"]] : []), [words.putAway, null]].map(([label, answer]) => {
        const button = html("button", { type: "button", class: "button button-small" }, label);
        button.addEventListener("click", () => finish(answer));
        return button;
      });
      layOut(this.place, html("p", { class: "hand-title" }, titled.map(({ title }) => title).join(" · ")), grid, html("p", { class: "cluster flush" }, ...ways));
      this.place.dataset.path = rolls.map(({ path }) => path.join("/")).join(" ");
    });
  }

  one(question) {
    const { kind, options } = question;
    if (kind in OF_BLAST) return OF_BLAST[kind](this, question);
    if (kind === "order") return this.choice(this.words.order, options.map((option, i) => [`${question.titles[i]} (${this.unitName(option.by)})`, option, ""]));
    if (kind === "pick") return this.pick(question);
    if (kind === "player") return this.player(question);
    if (kind === "may") return this.choice(fill(this.words.mayAnswer, { unit: this.unitName(question.option.by), power: question.power }), [[this.words.useAnswer, question.option, "button-primary"], [this.words.passAnswer, false, ""]]);
    if (kind === "keep") return this.choice(question.dice.map((die) => this.words[die.split(">").at(-1)]).join(" + "), [[this.words.keep, true, "button-primary"], [this.words.again, false, ""]]);
    return askDice(this.place, { ...question, unit: this.unitName(question.unit) }, this.words, this.icons);
  }

  pick({ options, titles = options.map(String) }) {
    if (this.cells && options.every((option) => CELL.test(option))) return this.cells(this.words.pickCell, options);
    return this.choice(this.words.pick, options.map((option, i) => [titles[i], option, ""]));
  }

  /** Whom a player names where there are several opponents (4.6.3, 9.2.5, 9.2.6). */
  player({ asks, unit, options }) {
    return this.choice(fill(this.words[`name_${asks}`], { unit: this.unitName(unit) }), [
      ...options.map((side) => [this.names[side], side, `names-side side-${side.toLowerCase()}`]), [this.words.putAway, null, "button-quiet"]]);
  }

  /** Against what a rule forbids it can be entered as played; other refusals leave nothing to decide. */
  refused({ article, line, detail }) {
    const { words } = this;
    const title = article ? `${words.refused} (${article})` : words.notTaken;
    const said = html("div", { class: "notice notice-warn", role: "alert" },
      html("p", { class: "strong" }, title), html("p", {}, detail), line ? html("p", { class: "small" }, fill(words.ruleAsks, { line })) : null);
    return this.choice(said, [[words.drop, false, "button-primary"], ...(article ? [[words.asPlayed, true, ""]] : [])]);
  }

  /** Both entries side by side: "after", unless the rules forbid it there; "instead" (theirs is taken back first); "drop". `kept`: why theirs cannot be taken back here; `more`: what waits behind mine. */
  conflict(met) {
    const { words } = this;
    const { theirs, why, kept = "", more = [] } = met;
    const instead = theirs.length === 1 && !kept ? [[words.instead, "instead", ""]] : [];
    const after = why ? [] : [[words.sendAnyway, "after", "button-primary"]]; // what loses nothing
    return this.choice(this.bothSides(met), [...after, ...instead, [more.length ? words.dropOne : words.drop, "drop", why ? "button-primary" : ""]]);
  }

  /** What is wrong with mine comes first: on a phone the answers stand over the rest. */
  bothSides({ mine, theirs, why, kept = "", more = [] }) {
    const { words } = this;
    const forbidden = why && `${words.nowForbidden} ${mine.said.replace(/\.$/, "")}. ${fill(words.about, { what: why.article, said: why.detail })}`;
    return html("div", { role: "alert" },
      html("p", { class: "notice notice-warn" }, forbidden || words.conflict),
      html("div", { class: "conflict" },
        conflictSide(words.theirs, theirs.length ? listOf(theirs.map((entry) => entry.words)) : html("p", { class: "flush" }, words.theyTookBack), theirs.length && kept ? html("p", { class: "small flush" }, kept) : null),
        conflictSide(words.mine, listOf([mine, ...more].map((entry) => entry.said)), why ? null : html("p", { class: "small flush" }, words.stillAllowed))));
  }

  choice(head, options) {
    return new Promise((resolve) => {
      const button = ([label, value, kind]) => {
        const element = html("button", { type: "button", class: `button ${kind}` }, label);
        element.addEventListener("click", () => {
          putAway(this.place);
          resolve(value);
        });
        return element;
      };
      layOut(this.place, typeof head === "string" ? html("p", { class: "card-title" }, head) : head, html("p", { class: "cluster flush" }, ...options.map(button)));
    });
  }

  /** What was asked has been settled elsewhere: in another tab, or by taking the entry back. */
  settled() {
    putAway(this.place);
  }
}
