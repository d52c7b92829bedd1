// What a game consists of in time: what each step shows and how long it takes, its turns, and whose figure acted.
const LEAST = 0.3;
const SECONDS = { move: LEAST, arrive: LEAST, leave: 0.5, kamas: 0.5, hit: 0.6, heal: 0.6, glory: 1, ko: 1.2 };
export const DICE_SECONDS = 0.7; // they are rolled before anybody is hurt

/** What is to be seen between two positions: [{kind, ...}], in the order in which it is shown. */
export function happenings(before, now, step) {
  const dice = step.dice?.length ? [{ kind: "dice", faces: step.dice }] : [];
  const ids = new Set([...Object.keys(before.units), ...Object.keys(now.units)]);
  const units = [...ids].flatMap((id) => ofUnit(id, before.units[id], now.units[id], step));
  return [...dice, ...units, ...ofStock("glory", before, now), ...ofStock("kamas", before, now)];
}

function ofUnit(id, before, now, { ko = [] }) {
  if (!now?.cell) return before?.cell ? [{ kind: ko.includes(before.side) ? "ko" : "leave", id, cell: before.cell, side: before.side }] : [];
  return [...walked(id, before?.cell, now.cell), ...hurt(id, now, now.injuries - (before?.injuries ?? 0))];
}

function walked(id, from, to) {
  if (from === to) return [];
  return [from ? { kind: "move", id, from, to } : { kind: "arrive", id, cell: to }];
}

const hurt = (id, { cell }, injuries) => (injuries ? [{ kind: injuries > 0 ? "hit" : "heal", id, cell, amount: Math.abs(injuries) }] : []);

const ofStock = (kind, before, now) =>
  Object.keys(now[kind]).sort().map((side) => ({ kind, side, amount: now[kind][side] - before[kind][side] })).filter(({ amount }) => amount);

/** How long a step is looked at. */
export function secondsOf(happened) {
  const rolling = happened.some(({ kind }) => kind === "dice") ? DICE_SECONDS : 0;
  return rolling + Math.max(LEAST, ...happened.map(({ kind }) => SECONDS[kind] ?? 0));
}

/** The turns of a game: {turn, player, count}, where `count` actions were played before it. */
export function turnsOf(film) {
  let { turn, player } = film.at(0);
  const turns = turn ? [{ turn, player, count: 0 }] : [];
  film.steps.forEach(({ change }, i) => {
    player = change.player ?? player;
    if (change.turn === undefined || change.turn === turn) return;
    turn = change.turn;
    turns.push({ turn, player, count: i + 1 });
  });
  return turns;
}

/** Where a replay opens: as the first turn begins. What was set up before can be stepped back to. */
export const fightStart = (turns) => turns[0]?.count ?? 0;

/** The beginning of the turn after this place, or before it; the ends of the game where there is none. */
export function turnFrom(turns, count, way, length) {
  const places = turns.map((each) => each.count);
  return way > 0 ? (places.find((place) => place > count) ?? length) : (places.findLast((place) => place < count) ?? 0);
}

/** The list of moves in groups: {turn, player, active, first, last} by the numbers of the actions. */
export function groupsOf(film) {
  let { turn, player, active } = film.at(0);
  const groups = [];
  film.steps.forEach((step, i) => {
    const here = { turn, player, active };
    ({ turn = turn, player = player, active = active } = step.change);
    const own = step.turn ? here : { turn, player, active }; // the end of a turn belongs to that turn
    const last = groups.at(-1);
    if (last && last.turn === own.turn && last.active === own.active) last.last = i;
    else groups.push({ ...own, first: i, last: i });
  });
  return groups;
}
