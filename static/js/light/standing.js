// Where a game whose score alone is recorded stands after what waits for the server.
const OTHER = { A: "B", B: "A" };
const ENDS = new Set(["concede", "time"]);

/** `data`: {turn, player} as the server had it; the first entry begins the first turn. */
export function standing({ turn, player }, actions) {
  const turns = actions.filter((action) => action.do === "turn");
  const hasBegun = turn !== "0" || actions.length > 0;
  const now = turns.at(-1)?.player ?? player;
  return {
    hasBegun,
    player: now,
    next: hasBegun ? OTHER[now] : now,
    fallen: actions.filter((action) => action.do === "ko").map(({ unit }) => unit),
    isOver: actions.some((action) => ENDS.has(action.do)),
  };
}
