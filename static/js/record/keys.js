// Keys of the recorder: spells by number, the end of the turn, the next target, the card of a figure, Undo. They are listed under "More".
const TYPING = "input, textarea, select, dialog[open] *";

/** What a key does: {spell: n} or a name of KEYS; null where it belongs to what has the focus. */
export function meaningOf(key, target, { isHeld = false } = {}) {
  if (isHeld || target.matches(TYPING)) return null;
  return /^[1-9]$/.test(key) ? { spell: Number(key) } : (KEYS[key] ?? null);
}

const KEYS = { e: "end", t: "target", c: "card", u: "undo" };

/** The cell after this one, of those that can be struck; the first after the last. */
export const nextTarget = (cells, cell) => cells[(cells.indexOf(cell) + 1) % cells.length];

export function listenForKeys({ place, offers, table }) {
  const root = place("table-root");
  const deeds = {
    end: () => place("end-turn").click(),
    undo: () => place("undo").click(),
    target: () => {
      const cells = offers.takes();
      if (cells.length) root.querySelector(`[data-cell="${nextTarget(cells, document.activeElement.dataset.cell)}"]`).focus();
    },
    card: () => {
      const { cell, figure } = document.activeElement.dataset;
      table.showCard?.(figure ?? table.unitOn(cell) ?? table.acting);
    },
  };
  document.addEventListener("keydown", (event) => {
    const meaning = meaningOf(event.key, event.target, { isHeld: event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented });
    if (!meaning) return;
    event.preventDefault();
    if (meaning.spell) offers.place.querySelectorAll(".spell-chip")[meaning.spell - 1]?.click();
    else deeds[meaning]();
  });
}
