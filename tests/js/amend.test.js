import { renewLines } from "../../static/js/amend_panel.js";
import { equal, page, test } from "./harness.js";

test("of the changes of a log only the new line is new", () => {
  const list = page("<ul></ul>");
  const said = () => [...list.children].map((line) => line.textContent);
  renewLines(list, ["HP: 8 → 7", "Kamas: 1 → 2"]);
  const kept = list.lastChild;
  renewLines(list, ["HP: 8 → 6", "Kamas: 1 → 2"]);
  equal([said(), list.lastChild === kept], [["HP: 8 → 6", "Kamas: 1 → 2"], true]);
  renewLines(list, ["Kamas: 1 → 2", "Wild GG: 3 → 2"]);
  equal([said(), list.firstChild === kept], [["Kamas: 1 → 2", "Wild GG: 3 → 2"], true]);
});
