// The players of a position: who is out of the game, and who plays with whom.

/** 1.4.3: without a Krosmaster in the arena once the fight has begun, or conceded; the figures of the last to concede stay. */
export const isOutOf = ({ turn, units, out = [] }, side) => out.includes(side) || (turn > 0 && !Object.values(units).some((unit) => unit.side === side && !unit.summon && unit.cell));

/** Partners count as one side. `crews`: [["A", "C"], ["B", "D"]], or none where everybody plays alone. */
export const alliesOf = (side, crews = []) => crews.find((crew) => crew.includes(side)) ?? [side];
