// What the recorder keeps on this device belongs to whoever was signed in: it goes as soon as somebody else is, or nobody.
import { quietly } from "../ui/quietly.js";

export const PAGES = "recorder-page-"; // copies of pages, by person
export const GAMES = "recorder-game-"; // games as they were last seen, by person and table

/** Entries that are not sent yet stay: they are nowhere else. */
export async function forgetOthers(person) {
  const games = (quietly(() => Object.keys(localStorage)) ?? []).filter((key) => key.startsWith(GAMES) && !key.startsWith(`${GAMES}${person}-`));
  games.forEach((key) => quietly(() => localStorage.removeItem(key)));
  if (!("caches" in window)) return; // browsers have copies on secure addresses only
  const pages = (await caches.keys()).filter((name) => name.startsWith(PAGES) && name !== PAGES + person);
  await Promise.all(pages.map((name) => caches.delete(name)));
}

/** On every page of the site: it says for whom it was made. */
export function copies(root) {
  const { person } = document.body.dataset;
  if (root !== document || !person) return;
  forgetOthers(person);
  document.addEventListener("submit", ({ target }) => target.matches("[data-signs-out]") && forgetOthers(""));
}
