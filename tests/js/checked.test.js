import { Checked } from "../../static/js/record/checked.js";
import { equal, page, test } from "./harness.js";

const WORDS = { checked: "What the rules say", byTheRules: "by the rules", seen: "Close" };
const FAULT = { action: 3, article: "4.7.4", message: "Another token lies there." };

function opened() {
  page('<div id="checked"></div>');
  const place = document.getElementById("checked");
  return { place, checked: new Checked(place, WORDS) };
}

test("what an entry broke goes with the entry when it is undone", () => {
  const { place, checked } = opened();
  checked.add({ said: "Flip" }, [FAULT]);
  checked.keep([FAULT]);
  equal(place.querySelectorAll("li").length, 1);
  checked.keep([]);
  equal(place.childElementCount, 0);
});

test("what keeps the rules stays until it is closed", () => {
  const { place, checked } = opened();
  checked.add({ said: "Walk" }, []);
  checked.add({ said: "Flip" }, [FAULT]);
  checked.keep([]);
  equal(place.querySelector("summary").textContent, "What the rules say (1) ");
  place.querySelector("button").click();
  equal(place.childElementCount, 0);
});
