// [data-keeps], a child with an id of a section that js/live.js keeps up to date: a form. Opened or filled in, it stays while all
// around it changes.
import { answers } from "./ui/answers.js";

const isFilled = ({ type, files, value, defaultValue }) => (type === "file" ? files.length > 0 : value !== defaultValue);
const isFilledIn = (part) => [...part.querySelectorAll("input, textarea")].some(isFilled);
const isOpen = (part) => part.open || part.querySelector("details[open]") !== null;

function keptIn(section, fresh) {
  const parts = [...section.children].filter((part) => part.hasAttribute("data-keeps"));
  return parts.filter((part) => isFilledIn(part) || (isOpen(part) && fresh.getElementById(part.id)));
}

// Takes out of `fresh` what comes before `end`, which goes too; everything without it.
function taken(fresh, end) {
  const piece = document.createElement("div");
  while (fresh.firstChild && fresh.firstChild !== end) piece.append(fresh.firstChild);
  end?.remove();
  return piece.innerHTML; // oxlint-disable-line no-restricted-properties -- read, not parsed: htmx does that
}

export function drawAround(event) {
  const { target: section, detail: { html, swap } } = event;
  const fresh = Object.assign(document.createElement("template"), { innerHTML: html }).content;
  const kept = keptIn(section, fresh);
  if (!kept.length) return;
  event.preventDefault();
  [...section.childNodes].filter((node) => !kept.includes(node)).forEach((node) => node.remove());
  const offered = kept.filter((part) => fresh.getElementById(part.id));
  offered.forEach((part) => swap(part, taken(fresh, fresh.getElementById(part.id)), { swapStyle: "beforebegin" }));
  swap(offered.at(-1) ?? kept[0], taken(fresh), { swapStyle: offered.length ? "afterend" : "beforebegin" });
}

answers();
document.addEventListener("live-draw", drawAround);
