import { drawAround } from "../../static/js/around.js";
import { equal, page, test } from "./harness.js";

const BOX = (words) => `<details id="box" data-keeps><textarea></textarea>${words}</details>`;
const swap = (target, part, { swapStyle }) => target.insertAdjacentHTML(swapStyle, part);
const fieldOf = (part) => document.querySelector(`${part} textarea`);

/** What the section says after `html` came for it, or null where nothing in it is in use. */
function changedAround(before, html, use) {
  const section = page(`<section>${before}</section>`);
  use(section.querySelector("#box"));
  let isDrawn = false;
  drawAround({ target: section, detail: { html, swap }, preventDefault: () => { isDrawn = true; } });
  return isDrawn ? section.textContent : null;
}

test("an open form stays, also while somebody types, and the rest changes", () => {
  const text = changedAround(`<p>Old.</p>${BOX("Box.")}<p>End.</p>`, `<p>New.</p>${BOX("Box.")}<p>Over.</p>`, (box) => {
    box.open = true;
    fieldOf("#box").value = "They moved";
    fieldOf("#box").focus();
  });
  equal(text, "New.Box.Over.");
  equal([fieldOf("#box").value, document.activeElement === fieldOf("#box")], ["They moved", true]);
});

test("a form that is neither open nor filled in changes too", () => {
  equal(changedAround(BOX("Box."), BOX("New box."), () => {}), null);
});

test("an open form without text goes when it is no longer offered", () => {
  equal(changedAround(BOX("Box."), "<p>Ruled.</p>", (box) => { box.open = true; }), null);
});

test("a text stays below the news when its form is no longer offered", () => {
  const text = changedAround(BOX("Box."), "<p>Ruled.</p>", () => { fieldOf("#box").value = "They moved"; });
  equal([text, fieldOf("#box").value], ["Ruled.Box.", "They moved"]);
});

test("two forms in use keep their places", () => {
  const other = '<form id="other" data-keeps><textarea></textarea>Log.</form>';
  const text = changedAround(`${BOX("Box.")}${other}`, `<p>1.</p>${BOX("")}<p>2.</p>${other}<p>3.</p>`, (box) => {
    box.open = true;
    fieldOf("#other").value = "{}";
  });
  equal(text, "1.Box.2.Log.3.");
});
