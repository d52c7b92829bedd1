// The server's clock, by which pages count: it is told in what they ask for anyway (live.js).
const LATE = 5000;

// Milliseconds by which it is ahead of this device's clock.
let ahead = 0;
let isTold = false;

/** In milliseconds; by this device's clock until the server has told its own. */
export const serverTime = () => Date.now() + ahead;
export const knowsServerTime = () => isTold;

// The server told its time after this device's clock showed `asked`. A difference that fits between question and answer
// stays as it is, so that clocks do not jump. What was told without a question may have waited on its way, as while a
// laptop slept: it can only show that the server's clock is further ahead. Says whether it comes near to what is known.
export function learnServerTime(told, asked = -Infinity) {
  const [least, most] = [told - Date.now(), told - asked];
  if (ahead < least || ahead > most) ahead = least;
  isTold = true;
  return ahead - least < LATE;
}
