// Zoom and pan of an <svg> by its viewBox: two fingers, wheel with Ctrl, buttons; one finger drags once zoomed in.
const MOST = 4;

const within = (value, low, room) => Math.min(low + room, Math.max(low, value));

export class View {
  constructor(element, home) {
    this.element = element;
    this.home = home;
    this.fingers = new Map();
    this.reset();
    element.addEventListener("pointerdown", (event) => this.fingers.set(event.pointerId, event));
    element.addEventListener("pointermove", (event) => this.moved(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) element.addEventListener(end, (event) => this.lifted(event));
    element.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    // a drag that ends over a cell is no tap on that cell
    element.addEventListener("click", (event) => this.dragged && event.stopPropagation(), { capture: true });
  }

  get zoom() {
    return this.home.width / this.box.width;
  }

  reset() {
    this.box = { ...this.home };
    this.apply();
  }

  apply() {
    const { x, y, width, height } = this.box;
    this.element.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    // zoomed out, one finger scrolls the page as everywhere else
    this.element.classList.toggle("is-zoomed", this.zoom > 1.01);
  }

  scale(factor, [cx, cy] = [this.box.x + this.box.width / 2, this.box.y + this.box.height / 2]) {
    const zoom = Math.min(MOST, Math.max(1, this.zoom * factor));
    const width = this.home.width / zoom;
    const height = this.home.height / zoom;
    const share = width / this.box.width;
    this.place(cx - (cx - this.box.x) * share, cy - (cy - this.box.y) * share, width, height);
  }

  place(x, y, width, height) {
    this.box = {
      x: within(x, this.home.x, this.home.width - width),
      y: within(y, this.home.y, this.home.height - height),
      width,
      height,
    };
    this.apply();
  }

  point(event) {
    const frame = this.element.getBoundingClientRect();
    return [
      this.box.x + ((event.clientX - frame.left) / frame.width) * this.box.width,
      this.box.y + ((event.clientY - frame.top) / frame.height) * this.box.height,
    ];
  }

  moved(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const [first, second] = [...this.fingers.values()];
    if (second) {
      const other = first.pointerId === event.pointerId ? second : first;
      const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      this.dragged = true;
      this.scale(apart(event) / Math.max(1, apart(before)), this.point(other));
    } else if (this.zoom > 1.01) {
      const [x0, y0] = this.point(before);
      const [x1, y1] = this.point(event);
      if (!this.dragged && Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < 6) return;
      this.dragged = true;
      this.place(this.box.x + x0 - x1, this.box.y + y0 - y1, this.box.width, this.box.height);
    }
    this.fingers.set(event.pointerId, event);
  }

  lifted(event) {
    this.fingers.delete(event.pointerId);
    if (!this.fingers.size) setTimeout(() => (this.dragged = false));
  }

  wheeled(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.scale(event.deltaY < 0 ? 1.2 : 1 / 1.2, this.point(event));
  }
}
