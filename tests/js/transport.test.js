import { addressAt, codeAt } from "../../static/js/replay/share.js";
import { Sound, tonesOf } from "../../static/js/replay/sound.js";
import { swipeOf } from "../../static/js/replay/swipe.js";
import { DICE_SECONDS } from "../../static/js/replay/timeline.js";
import { meaningOf, placeOf } from "../../static/js/replay/transport.js";
import { equal, page, test } from "./harness.js";

const at = (x, y, when) => ({ x, y, at: when });

test("a finger drawn to the left goes on and to the right goes back", () => {
  equal([swipeOf(at(200, 100, 0), at(120, 110, 200)), swipeOf(at(120, 100, 0), at(200, 90, 200))], [1, -1]);
});

test("scrolling, tapping and a slow finger are no swipe", () => {
  equal([swipeOf(at(0, 0, 0), at(60, 90, 100)), swipeOf(at(0, 0, 0), at(12, 0, 100)), swipeOf(at(0, 0, 0), at(90, 0, 2000))], [0, 0, 0]);
});

test("a key that a field or a button needs is left to it", () => {
  const [field, button, cell, body] = ["<textarea></textarea>", "<button></button>", "<p data-cell='A1'></p>", "<p></p>"].map(page);
  equal([meaningOf("n", field), meaningOf(" ", button), meaningOf("ArrowLeft", cell), meaningOf("ArrowLeft", body, { isHeld: true })], [null, null, null, null]);
  equal([meaningOf(" ", body), meaningOf("ArrowRight", button), meaningOf("PageDown", cell), meaningOf("x", body)], ["play", "next", "nextTurn", null]);
});

test("a link leads to its action by either form", () => {
  equal([placeOf({ hash: "#action=7", search: "?action=3" }), placeOf({ hash: "", search: "?a=1&action=3" }), placeOf({ hash: "", search: "" })], [7, 3, null]);
});

test("a shared address names the action that is shown", () => {
  equal(addressAt("https://club.example/replay/x/?action=2", 31), "https://club.example/replay/x/?action=31");
});

test("only the address of the embed code is filled in", () => {
  equal(codeAt('<iframe src="{address}" title="{address}$1">', "https://a.example/?action=1"), '<iframe src="https://a.example/?action=1" title="{address}$1">');
});

test("what the dice decide is heard after the dice", () => {
  const tones = tonesOf([{ kind: "dice" }, { kind: "hit" }, { kind: "hit" }]);
  equal([tones.filter(({ shape }) => shape === "sawtooth").map(({ after }) => after), tones[0].after], [[DICE_SECONDS], 0]);
});

test("sound is off at first and the choice is remembered", () => {
  const kept = new Map();
  const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  const button = page("<button></button>");
  const sound = new Sound(button, storage);
  sound.play = () => {};
  equal(button.getAttribute("aria-pressed"), "false");
  button.click();
  equal([button.getAttribute("aria-pressed"), new Sound(page("<button></button>"), storage).on], ["true", true]);
});
