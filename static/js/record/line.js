// What the page says of its line to the server: open, cut off, or shut; and what cannot be done meanwhile.
import { fill } from "../board/svg.js";

/** For `line` of the link. `cut(isCut)`: whether the rules are out of reach, so that what they offered is old. */
export function lineShown({ place, words, left, entries, link }, cut) {
  return ({ waiting, standing, isAsking, playsAlone, authors, isFull }) => {
    const isOpen = standing === "open";
    const said = playsAlone ? fill(words.playsAlone, { n: waiting.length }) : inWords(words, standing, waiting.length, isAsking);
    sayLine(place("line"), said, { isOpen, isSaved: isOpen && !waiting.length });
    place("shut").hidden = standing !== "shut";
    document.querySelectorAll("[data-needs-line]").forEach((reason) => (reason.hidden = isOpen));
    place("needs-rules").hidden = isOpen || playsAlone;
    document.querySelectorAll("[data-online]").forEach((way) => (way.inert = !isOpen));
    place("undo").disabled = !isOpen && !waiting.length;
    place("hand-in")?.toggleAttribute("disabled", !isOpen || waiting.length > 0 || authors.length > 0);
    left.show({ authors, isFull }, link().queue);
    entries.wait(waiting.filter(({ played }) => !played), !isOpen); // those that were played here are written already
    cut(!isOpen && !playsAlone);
  };
}

/** "Saving" and "saved" after each tap are not read out; that the line was lost, and is there again, is. */
function sayLine(line, said, { isOpen, isSaved }) {
  line.setAttribute("aria-live", isOpen && !line.matches(".badge-warn") ? "off" : "polite");
  line.textContent = said;
  line.classList.toggle("badge-warn", !isOpen);
  line.classList.toggle("badge-good", isSaved);
}

function inWords(words, standing, n, isAsking) {
  if (standing === "open") return isAsking ? words.asking : n ? words.saving : words.online;
  return fill(standing === "shut" ? words.shut : words.offline, { n });
}
