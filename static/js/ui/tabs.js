// <div role="tablist" class="tabs"> of buttons with aria-controls: arrows move, the chosen panel is shown.
import { inside } from "./pieces.js";

export function tablists(root) {
  inside(root, "[role=tablist]").forEach((list) => {
    const tabs = [...list.querySelectorAll("[role=tab]")];
    const choose = (tab) => {
      tabs.forEach((other) => {
        const chosen = other === tab;
        other.setAttribute("aria-selected", String(chosen));
        other.tabIndex = chosen ? 0 : -1;
        document.getElementById(other.getAttribute("aria-controls")).hidden = !chosen;
      });
    };
    list.addEventListener("click", (event) => event.target.closest("[role=tab]") && choose(event.target.closest("[role=tab]")));
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const tab = tabs.at((tabs.indexOf(document.activeElement) + step) % tabs.length);
      choose(tab);
      tab.focus();
    });
    choose(tabs.find((tab) => tab.getAttribute("aria-selected") === "true") ?? tabs[0]);
  });
}

// Where the tabs are wider than the phone, the one that is open is seen whole, and so is the first one beside the name
// that stays: the row is moved no further than that asks.
export function inView(root) {
  inside(root, ".tabs [aria-current], .site-nav [aria-current]").forEach((tab) => {
    const row = tab.closest("ul, nav");
    const starts = [...row.children].map((each) => each.offsetLeft - row.children[1]?.offsetLeft);
    row.scrollLeft = starts.find((start) => start >= tab.offsetLeft - row.offsetLeft + tab.offsetWidth - row.clientWidth);
  });
}
