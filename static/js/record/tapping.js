// What a tap on a cell means: decided here from what the server said of this position, drawn and sent elsewhere.

/** Where the acting figure stands now. */
export const standsAt = ({ taps, position }) => (taps?.actor ? position.units[taps.actor]?.cell ?? null : null);

/**
 * One of {kind: "offer", ...} (a chosen offer takes the cell), {kind: "activate", unit}, {kind: "walk", ways},
 * {kind: "again"} (the cell that was just walked to), {kind: "casts", casts} and {kind: "nothing"}. With a spell chosen also
 * {kind: "reason"} and {kind: "away"} (the figure that would cast it: the spell is put away).
 */
export function meaning(cell, table) {
  const { taps, chosen } = table;
  if (chosen?.cells && !chosen.choose && cell in chosen.cells) return { kind: "offer" };
  if (chosen?.reach) return ofOwn(cell, table) ?? { kind: "reason" };
  return taps ? ofBoard(cell, table) : { kind: "nothing" };
}

/** A figure of one's own that the chosen spell cannot mean is tapped for itself; one that is only out of sight may be meant. */
function ofOwn(cell, { taps, position, chosen }) {
  const own = Object.entries(position.units).find(([, unit]) => unit.cell === cell && unit.side === position.player);
  if (!own || chosen.reach.closed?.some(({ kind, cells }) => kind === "unseen" && cells.includes(cell))) return null;
  if (cell === chosen.reach.from) return { kind: "away" };
  return cell in (taps?.activate ?? {}) ? { kind: "activate", unit: own[0] } : { kind: "nothing" };
}

function ofBoard(cell, table) {
  const { taps } = table;
  if (endsHere(cell, table)) return { kind: "again" };
  if (cell in taps.activate) return { kind: "activate", unit: taps.activate[cell] };
  if (cell in taps.walks) return { kind: "walk", ways: taps.walks[cell] };
  return cell in taps.casts ? { kind: "casts", casts: taps.casts[cell] } : { kind: "nothing" };
}

/** The last walk ended on that cell, and there are other ways to it. */
function endsHere(cell, table) {
  const { walked } = table;
  return walked?.to === cell && walked.ways.length > 1 && standsAt(table) === cell;
}

/** The actions of a walk: the figure's turn begins with it where it has not begun. */
export const walkActions = (first, { cells }) => [...first, ...cells.map((to) => ({ do: "move", to }))];

/** The position as it will be once the walk has been written; up to the first Block, whose dice come first. */
export function walkedTo({ taps, position }, { cells, free }) {
  const unit = position.units[taps.actor];
  const to = free ? cells[free - 1] : unit.cell;
  const moved = { ...unit, cell: to, mp: Math.max(0, (unit.mp ?? 0) - free) };
  return { ...position, active: taps.actor, units: { ...position.units, [taps.actor]: moved } };
}
