// Where a game with a round of turns and a Demon stands after what waits for the server.
const ENDS = new Set(["time"]);

/** As the server had it; without a holder of the token one player is the Demon for all. */
export function roundStanding({ turn, player, order, out, holder, active, played, last }, actions) {
  const now = {
    order: order.split(" "), out: new Set(out.split(" ").filter(Boolean)), shared: holder !== "", holder, active: active !== "",
    played: played !== "", player, last, hasBegun: turn !== "0", isOver: false,
  };
  for (const action of actions) STEPS[action.do]?.(now, action);
  now.isOver = actions.some((action) => ENDS.has(action.do)) || now.order.filter((each) => !now.out.has(each)).length === 0;
  now.next = now.hasBegun ? beside(now, now.last, 1) : now.order.find((each) => !now.out.has(each));
  now.isDue = !now.played && (now.shared ? now.holder === now.next : now.hasBegun && now.order.indexOf(now.next) <= now.order.indexOf(now.last));
  return now;
}

/** Who comes `way` places on, among those who play. */
function beside({ order, out }, from, way) {
  const start = order.indexOf(from);
  for (let step = 1; step <= order.length; step++) {
    const each = order[(start + way * step + order.length * 2) % order.length];
    if (!out.has(each)) return each;
  }
  return null;
}

const STEPS = {
  turn(now, { player }) {
    Object.assign(now, { player, last: player, hasBegun: true, played: false });
  },
  demon(now) {
    if (now.shared && !now.active) now.holder = beside(now, now.holder, -1);
    Object.assign(now, { active: !now.active, played: true });
  },
  concede(now, { player }) {
    if (now.holder === player) now.holder = beside(now, player, -1);
    now.out.add(player);
  },
};
