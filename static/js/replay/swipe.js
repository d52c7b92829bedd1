// A finger drawn across the board: to the left for the next action, to the right for the one before.
const LEAST = 40; // px
const LONGEST = 700; // ms: slower than this, somebody is looking at a cell

/** `start` and `end` = {x, y, at}; 1 for the next action, -1 for the one before, 0 for no swipe. */
export function swipeOf(start, end) {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  if (Math.abs(dx) < LEAST || Math.abs(dx) < 2 * Math.abs(dy) || end.at - start.at > LONGEST) return 0;
  return dx < 0 ? 1 : -1;
}

const placeOf = ({ clientX, clientY, timeStamp }) => ({ x: clientX, y: clientY, at: timeStamp });

/** `isFree` says whether a finger may swipe now: on a board that is zoomed in, it moves the board. */
export function onSwipe(place, { isFree, go }) {
  const fingers = new Map();
  let alone = true;
  place.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    alone = !fingers.size;
    fingers.set(event.pointerId, placeOf(event));
  });
  place.addEventListener("pointerup", (event) => {
    const start = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    const way = start && alone && isFree() ? swipeOf(start, placeOf(event)) : 0;
    if (way) go(way);
  });
  place.addEventListener("pointercancel", (event) => fingers.delete(event.pointerId));
}
