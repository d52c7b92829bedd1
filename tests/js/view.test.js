import { View } from "../../static/js/board/view.js";
import { equal, page, pass, spy, test } from "./harness.js";

const HOME = { x: -20, y: -10, width: 400, height: 400 };

/** Drawn at one pixel a unit, so that a pixel of the page is a unit of the drawing. */
function view() {
  const element = page('<svg style="position:fixed;left:0;top:0;width:400px;height:400px"></svg>');
  element.style.touchAction = "none";
  return new View(element, HOME);
}

const finger = (shown, kind, pointerId, clientX, clientY) =>
  shown.element.dispatchEvent(new PointerEvent(kind, { pointerId, clientX, clientY }));
const box = ({ box: { x, y, width, height } }) => [x, y, width, height];

test("shows everything at first", () => {
  const shown = view();
  equal([box(shown), shown.element.getAttribute("viewBox")], [[-20, -10, 400, 400], "-20 -10 400 400"]);
  equal(shown.element.classList.contains("is-zoomed"), false);
});

test("zooms in on the middle", () => {
  const shown = view();
  shown.scale(2);
  equal([box(shown), shown.zoom], [[80, 90, 200, 200], 2]);
  equal(shown.element.classList.contains("is-zoomed"), true);
});

test("zooms neither out beyond the whole nor in beyond four times", () => {
  const shown = view();
  shown.scale(0.5);
  equal(shown.zoom, 1);
  shown.scale(10);
  equal(shown.zoom, 4);
});

test("the point that is zoomed on stays where it is", () => {
  const shown = view();
  shown.scale(2, [80, 90]);
  equal(shown.point({ clientX: 100, clientY: 100 }), [80, 90]);
});

test("never leaves the drawing", () => {
  const shown = view();
  shown.scale(2);
  shown.place(-1000, 1000, 200, 200);
  equal(box(shown), [-20, 190, 200, 200]);
});

test("goes back to everything", () => {
  const shown = view();
  shown.scale(3, [0, 0]);
  shown.reset();
  equal(box(shown), [-20, -10, 400, 400]);
});

test("one finger drags only once it is zoomed in", () => {
  const shown = view();
  const drag = () => {
    finger(shown, "pointerdown", 1, 200, 200);
    finger(shown, "pointermove", 1, 180, 200);
    finger(shown, "pointerup", 1, 180, 200);
  };
  drag();
  equal(box(shown), [-20, -10, 400, 400]);
  shown.scale(2);
  drag();
  equal(box(shown), [90, 90, 200, 200]);
});

test("a finger that trembles is a tap", () => {
  const shown = view();
  shown.scale(2);
  finger(shown, "pointerdown", 1, 200, 200);
  finger(shown, "pointermove", 1, 203, 203);
  equal([box(shown), shown.dragged ?? false], [[80, 90, 200, 200], false]);
});

test("two fingers that part zoom in", () => {
  const shown = view();
  finger(shown, "pointerdown", 1, 150, 200);
  finger(shown, "pointerdown", 2, 250, 200);
  finger(shown, "pointermove", 2, 350, 200);
  equal(shown.zoom, 2);
});

test("a drag that ends on a cell does not choose it", async () => {
  const shown = view();
  const tapped = spy();
  shown.element.addEventListener("click", tapped);
  shown.scale(2);
  finger(shown, "pointerdown", 1, 200, 200);
  finger(shown, "pointermove", 1, 150, 200);
  finger(shown, "pointerup", 1, 150, 200);
  shown.element.dispatchEvent(new MouseEvent("click"));
  equal(tapped.calls.length, 0);
  await pass(0);
  shown.element.dispatchEvent(new MouseEvent("click"));
  equal(tapped.calls.length, 1);
});

test("the wheel zooms with Ctrl and scrolls the page without", () => {
  const shown = view();
  const [without, held] = [false, true].map((ctrlKey) => new WheelEvent("wheel", { ctrlKey, deltaY: -1, cancelable: true }));
  shown.element.dispatchEvent(without);
  equal([shown.zoom, without.defaultPrevented], [1, false]);
  shown.element.dispatchEvent(held);
  equal([Math.round(shown.zoom * 10), held.defaultPrevented], [12, true]);
});
