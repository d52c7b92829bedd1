// The hand: what is asked or offered below the board, one thing at a time and always in the same place.
import { fill } from "../board/svg.js";
import { flipSaid, flipTitle, Rewards } from "./rewards.js";
import { Targets } from "./targets.js";
import { Tension } from "./tension.js";

const legal = (table, kind) => table.offers.filter((offer) => offer.do === kind && !offer.why);

export class Hand {
  /** `places`: {targets, tension, rewards}; `on`: {enter(actions, said, more), cast(action, said, cast), look(cast), say(sentence)}. */
  constructor(places, { words, names = {}, icons, unitName, wantsFaces, rolls, rerolls, on }) {
    Object.assign(this, { words, names, rolls, on, ending: false, struck: null, toFlip: 0 });
    this.targets = new Targets(places.targets, { words, unitName, wantsFaces: () => rolls || wantsFaces(), onCast: (...cast) => this.cast(...cast), onLook: on.look });
    this.tension = new Tension(places.tension, { words, icons, rerolls, onEnter: (action, said) => on.enter([action], said), onFaces: (action, said) => on.enter([action], said) });
    this.rewards = new Rewards(places.rewards, words);
  }

  /** `isMine`: this device records what is due now; `foes`: the cells that the acting figure can strike. */
  show(table, isMine, foes = []) {
    const { struck } = this;
    Object.assign(this, { table, struck: null });
    this.targets.close();
    const panel = isMine ? table.panel : null;
    if (isMine && (panel === "flips" || this.ending)) this.flips();
    else this.rewards.close(); // the keyboard goes from there to the dice
    if (panel === "tension") this.askTension();
    else if (panel === "inspire") this.tension.inspire(this.dice(table));
    else this.tension.close();
    if (isMine && !panel) this.offerSpells(struck, foes);
  }

  askTension() {
    if (this.rolls) this.tension.letRoll();
    else this.tension.roll();
  }

  /** Each die that is left, with the figures that may take it. */
  dice({ offers, position }) {
    const units = Object.entries(position.units);
    const row = (offer) => ({ die: offer.action.die, face: offer.action.face ?? offer.face, figures: Object.entries(offer.cells).map(([, id]) => units.find(([name]) => name === id)) });
    return offers.filter((offer) => offer.do === "inspire" && offer.cells).map(row);
  }

  /** One flip after the other; the last one that the end of a turn waits for ends it. Where the site draws the tokens, every
   * device asks for the first ones by itself. */
  flips() {
    const due = legal(this.table, "flip");
    if (!due.length) {
      Object.assign(this, { ending: false, toFlip: 0 });
      return this.rewards.close();
    }
    const [flip] = due.map(({ action }) => action).sort((one, other) => one.pile - other.pile || 0);
    const isLast = this.ending && new Set(due.map(({ action }) => action.rank)).size === 1;
    const { options = [] } = due.find(({ action }) => action === flip).choose ?? {};
    const said = (reward) => flipSaid(flip, options.find(({ value }) => value === reward)?.label ?? reward, this.words);
    const enter = (reward) => this.on.enter([{ ...flip, reward }, ...(isLast ? [{ do: "end-turn" }] : [])], said(reward));
    if (this.rolls) return this.ending ? enter("unknown-reward") : this.on.enter([{ ...flip, reward: "unknown-reward" }], flipTitle(flip, this.words), { byItself: true });
    return this.rewards.ask({ title: flipTitle(flip, this.words), why: this.whyFlip(due), options, used: this.table.seen, onPick: enter, onClose: () => this.flipLater() });
  }

  /** Who turns up tokens now and why, and which one of how many this is: of each pile before the fight, else of each rank. */
  whyFlip(due) {
    const { position, prompt } = this.table;
    const left = position.turn ? new Set(due.map(({ action }) => action.rank)).size : due.length;
    this.toFlip = Math.max(this.toFlip, left);
    const why = this.ending ? fill(this.words.flipToEnd, { player: this.names[position.player] ?? position.player }) : prompt;
    return this.toFlip > 1 ? `${why} · ${fill(this.words.countOf, { n: this.toFlip - left + 1, all: this.toFlip })}` : why;
  }

  /** A turn that was to end goes on, and says so. */
  flipLater() {
    if (this.ending) this.on.say(this.words.notEnded);
    this.ending = false;
  }

  /** The end of the turn; where the second tokens are due first (4.7.4) they are asked for, and then it ends. */
  endTurn() {
    if (!this.table) return undefined;
    if (legal(this.table, "end-turn").length || !legal(this.table, "flip").length) return this.on.enter([{ do: "end-turn" }], this.words.endTurn);
    this.ending = true;
    return this.flips();
  }

  /** Which token a purchase or a reveal is about, where it does not lie face up, or which one replaces it; then who carries it. */
  reward(offer, chooseFigure) {
    if (offer.replaced) return this.replace(offer, chooseFigure);
    if (!offer.choose) return this.give(offer, offer.action, chooseFigure);
    const { field, options } = offer.choose;
    return this.rewards.ask({
      title: offer.label, options, used: this.table.seen, from: document.activeElement,
      onPick: (reward) => {
        this.rewards.close();
        return this.give(offer, { ...offer.action, [field]: reward }, chooseFigure);
      },
    });
  }

  /** The pile of a token bought face up shows its next one; only then it is said who gets the one bought (4.7.7, 4.7.8). */
  replace(offer, chooseFigure) {
    const { rank, pile } = offer.action;
    const flip = { do: "flip", rank, pile, reward: "unknown-reward" };
    if (this.rolls) return this.on.enter([offer.action, flip], offer.label); // which token it is, and who gets the other, the site says and asks
    const hidden = legal(this.table, "buy-reward").find(({ action, choose }) => choose && action.rank === rank && action.pile === pile);
    return this.rewards.ask({
      title: flipTitle(flip, this.words), options: hidden.choose.options.filter(({ value }) => value !== flip.reward), used: this.table.seen, from: document.activeElement,
      onPick: (reward) => {
        this.rewards.close();
        return this.give(offer, offer.action, chooseFigure, [{ ...flip, reward }]);
      },
    });
  }

  async give(offer, action, chooseFigure, after = []) {
    const to = offer.cells ? await this.carrier(offer, chooseFigure) : null;
    if (to !== false) this.on.enter([to ? { ...action, [offer.field]: to } : action, ...after], offer.label);
  }

  async carrier({ cells, label }, chooseFigure) {
    const units = Object.values(cells);
    if (units.length === 1) return units[0];
    return (await chooseFigure(fill(this.words.whoGetsIt, { what: label }), units)) ?? false;
  }

  cast(action, said, cast) {
    const { position, taps, actions } = this.table;
    this.struck = { actions, spell: action.spell, target: action.target, by: position.active ?? taps?.actor };
    this.on.cast(action, said, cast);
  }

  offerSpells(struck, foes) {
    if (!this.again(struck)) this.afterWalk(foes);
  }

  /** The same spell at the same cell is what nearly always follows where it is possible: it stands open. */
  again(struck) {
    const { actions, spell, target, by } = struck ?? {};
    const casts = this.table.taps?.casts[target] ?? [];
    const chosen = casts.find((cast) => cast.spell === spell);
    if (!chosen || this.table.actions <= actions || this.table.position.active !== by) return false;
    this.targets.offer(target, casts, fill(this.words.castAgain, { target: this.targetOf(target) }), { chosen, calls: true });
    return true;
  }

  /** So do the spells at the only enemy in reach of whoever has just walked, and has no Kama to take there. */
  afterWalk([foe, ...others]) {
    const { entries, position, taps } = this.table;
    const hasWalked = entries.at(-1)?.walk?.unit === position.active;
    if (foe && !others.length && hasWalked && !legal(this.table, "collect").length) this.targets.offer(foe, taps.casts[foe], fill(this.words.inReach, { target: this.targetOf(foe) }));
  }

  targetOf(cell) {
    const there = Object.values(this.table.position.units).find((unit) => unit.cell === cell);
    return there ? fill(this.words.target, { unit: there.name, cell }) : fill(this.words.targetCell, { cell });
  }

  /** The spells that may be cast at that cell; one that needs nothing else is cast with the tap on its name. */
  aim(cell, casts) {
    this.targets.show(cell, casts, this.targetOf(cell));
  }

  /** A likely action: true where it is entered. Of a spell the outcomes are shown, as for a target that is tapped. */
  propose(actions, said, cast) {
    const asks = cast !== null && this.targets.hasGrid(cast);
    if (asks) this.aim(actions.at(-1).target, [{ ...cast, before: actions.slice(0, -1) }]);
    else this.on.enter(actions, said);
    return !asks;
  }
}
