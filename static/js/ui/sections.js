// A field that is not filled in as it should be can only be told so where it is seen: its section opens.
export function sections(root) {
  root.addEventListener("invalid", (event) => event.target.closest("details")?.setAttribute("open", ""), { capture: true });
}
