// The two graphs of a game as numbers, and its turning points: the turns in which one side gained most on the other.
const MOST_POINTS = 3;

/** HP that are left to each side's Krosmasters after each change: [[count, A, B, ...], ...]. */
export function healthOf(film, sides = ["A", "B"]) {
  const units = new Map(Object.entries(film.at(0).units).map(([id, unit]) => [id, { ...unit }]));
  let fighting = film.at(0).turn > 0;
  const points = [[0, ...totals(units, fighting, sides)]];
  film.steps.forEach(({ change }, i) => {
    fighting ||= (change.turn ?? 0) > 0;
    for (const [id, facts] of Object.entries(change.units ?? {})) {
      if (facts === null) units.delete(id);
      else units.set(id, { ...units.get(id), ...facts });
    }
    const before = points.at(-1).slice(1);
    const now = change.units || change.turn ? totals(units, fighting, sides) : before;
    if (now.some((left, side) => left !== before[side])) points.push([i + 1, ...now]);
  });
  return [...points, [film.length, ...points.at(-1).slice(1)]];
}

function totals(units, fighting, sides) {
  const left = Object.fromEntries(sides.map((side) => [side, 0]));
  for (const unit of units.values()) if (!unit.summon && (unit.cell || !fighting)) left[unit.side] += Math.max(0, (unit.hp ?? 0) - unit.injuries);
  return sides.map((side) => left[side]);
}

const at = (points, count) => points.findLast(([place]) => place <= count) ?? points[0];
const lead = ([, a, b]) => a - b;

/** The turns with the largest swings, in the order of play: {count, turn, side, amount}; `count` is where most of it came. */
export function turningPoints(points, turns, length, least) {
  const swings = turns.map(({ turn, count }, i) => {
    const end = turns[i + 1]?.count ?? length;
    const amount = lead(at(points, end)) - lead(at(points, count));
    return { turn, side: amount > 0 ? "A" : "B", amount: Math.abs(amount), count: decisive(points, count, end, Math.sign(amount)) };
  });
  const largest = swings.filter(({ amount }) => amount >= least).sort((one, other) => other.amount - one.amount || one.count - other.count);
  return largest.slice(0, MOST_POINTS).sort((one, other) => one.count - other.count);
}

/** Of more than two players: the turns in which one of them gained most, themselves. */
export function largestGains(points, turns, length, least, sides) {
  const gains = turns.map(({ turn, count }, i) => {
    const end = turns[i + 1]?.count ?? length;
    const [before, now] = [at(points, count), at(points, end)];
    const amounts = sides.map((_, column) => now[column + 1] - before[column + 1]);
    const most = amounts.indexOf(Math.max(...amounts));
    const within = points.filter(([place]) => place > count && place <= end).map((point) => [point[0], point[most + 1] - at(points, point[0] - 1)[most + 1]]);
    return { turn, side: sides[most], amount: amounts[most], count: within.reduce((best, each) => (each[1] > best[1] ? each : best), [end, 0])[0] };
  });
  const largest = gains.filter(({ amount }) => amount >= least).sort((one, other) => other.amount - one.amount || one.count - other.count);
  return largest.slice(0, MOST_POINTS).sort((one, other) => one.count - other.count);
}

/** The action of a turn that moved the lead most, the way that the turn moved it. */
function decisive(points, start, end, way) {
  const within = points.filter(([count]) => count > start && count <= end);
  const gains = within.map((point) => [point[0], way * (lead(point) - lead(at(points, point[0] - 1)))]);
  return gains.reduce((best, each) => (each[1] > best[1] ? each : best), [end, 0])[0];
}
