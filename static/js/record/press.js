// A long press, a right click or the menu key on something: its card, in place of what a tap would do.
const HOLD = 500;
const STEADY = 10;

/** `onHold(element)` for what matches the selector inside `root`; the tap that would follow is swallowed. */
export function longPress(root, selector, onHold) {
  let timer = null;
  let start = null;
  let held = false;
  let pressing = false;
  const stop = () => {
    clearTimeout(timer);
    pressing = false;
  };
  root.addEventListener("pointerdown", (event) => {
    const target = event.target.closest(selector);
    held = false;
    stop();
    if (!target || event.button) return;
    start = event;
    pressing = true;
    timer = setTimeout(() => {
      held = true;
      onHold(target);
    }, HOLD);
  });
  root.addEventListener("pointermove", (event) => {
    if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > STEADY) stop();
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) root.addEventListener(end, stop);
  root.addEventListener("contextmenu", (event) => {
    const target = event.target.closest(selector);
    if (!target) return;
    event.preventDefault();
    if (!held) onHold(target);
    held ||= pressing; // by mouse or key no tap follows
    stop();
  });
  root.addEventListener("click", (event) => {
    if (!held) return;
    held = false;
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
}
