// <ol data-pages>: scrolls a list that is longer than its frame by one page at a time, while nobody points at it or focuses it.
import { inside } from "./pieces.js";

const SECONDS_A_PAGE = 10;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export function pages(root) {
  inside(root, "[data-pages]").forEach((list) => {
    const next = () => list.scrollTo({ top: after(list), behavior: calm.matches ? "instant" : "smooth" });
    const turning = setInterval(() => (list.isConnected ? list.matches(":hover, :focus") || next() : clearInterval(turning)), SECONDS_A_PAGE * 1000);
  });
}

// Whole rows only: the next page begins with the first row that was not shown whole; after the last comes the first.
function after(list) {
  const end = list.scrollTop + list.clientHeight;
  if (end >= list.scrollHeight - 1) return 0;
  const row = [...list.children].find((item) => item.offsetTop - list.offsetTop + item.offsetHeight > end + 1);
  return row ? row.offsetTop - list.offsetTop : 0;
}
