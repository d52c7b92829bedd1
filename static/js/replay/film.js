// A game as the server sends it: the first position, then what each action changed. Positions are put together on demand.
const KEPT_EVERY = 100;

/** One step further; the position before is left as it was. */
export function after(position, change) {
  const { units = {}, coins = {}, ...rest } = change;
  const next = { ...position, ...rest, units: { ...position.units }, coins: { ...position.coins, ...coins } };
  for (const [id, facts] of Object.entries(units)) {
    if (facts === null) delete next.units[id];
    else next.units[id] = { ...next.units[id], ...facts };
  }
  return next;
}

export class Film {
  constructor({ start, steps, lines, findings, marks }) {
    Object.assign(this, { steps, lines, findings, marks });
    this.kept = [start];
    this.last = [0, start];
  }

  get length() {
    return this.steps.length;
  }

  /** The position after `count` actions. */
  at(count) {
    const [from, nearest] = this.nearest(count);
    let position = nearest;
    for (let i = from; i < count; i += 1) {
      position = after(position, this.steps[i].change);
      if ((i + 1) % KEPT_EVERY === 0) this.kept[(i + 1) / KEPT_EVERY] = position;
    }
    this.last = [count, position];
    return position;
  }

  nearest(count) {
    if (this.last[0] <= count && count - this.last[0] < KEPT_EVERY) return this.last;
    let kept = Math.floor(count / KEPT_EVERY);
    while (!this.kept[kept]) kept -= 1;
    return [kept * KEPT_EVERY, this.kept[kept]];
  }

  /** What a figure is called, also one that was summoned later. */
  nameOf(id) {
    this.named ??= new Map();
    if (!this.named.has(id)) this.named.set(id, (this.kept[0].units[id] ?? this.steps.find(({ change }) => change.units?.[id]?.name)?.change.units[id])?.name ?? id);
    return this.named.get(id);
  }

  findingsAt(action) {
    return this.findings.filter((finding) => finding.action === action);
  }

  /** GG of each side after each change: [[count, A, B, ...], ...]. */
  race(sides = ["A", "B"]) {
    const of = (glory) => sides.map((side) => glory[side]);
    const points = [[0, ...of(this.kept[0].glory)]];
    this.steps.forEach(({ change }, i) => change.glory && points.push([i + 1, ...of(change.glory)]));
    return [...points, [this.length, ...points.at(-1).slice(1)]];
  }
}
